-- Give a bot one more match, if it is within its limit. KEYS: the ids of its matches.
-- ARGV: the match, the limit, then those of the ids that keep the bot from nothing any more.
local MATCHES, match, limit = KEYS[1], ARGV[1], tonumber(ARGV[2])
if redis.call('SISMEMBER', MATCHES, match) == 1 then return { 'engaged' } end
local count = redis.call('SCARD', MATCHES)
for i = 3, #ARGV do count = count - redis.call('SISMEMBER', MATCHES, ARGV[i]) end
if count >= limit then return { 'busy' } end
redis.call('SADD', MATCHES, match)
return { 'engaged' }
