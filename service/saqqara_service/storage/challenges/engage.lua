-- Give a bot one more match, if it is within its limit.
if redis.call('SISMEMBER', PLAYER_LIVE, match_id) == 1 then return { 'done' } end
local count = redis.call('SCARD', PLAYER_LIVE)
for _, one in ipairs(idle) do count = count - redis.call('SISMEMBER', PLAYER_LIVE, one) end
if count >= limit then return { 'full' } end
redis.call('SADD', PLAYER_LIVE, match_id)
return { 'done' }
