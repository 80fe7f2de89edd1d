-- ARGV: for how long it can be answered, then field, value, field, value … of the new challenge.
-- A challenge that exists is left alone.
if redis.call('EXISTS', CHALLENGE) == 1 then return { 'exists' } end
redis.call('HSET', CHALLENGE, unpack(ARGV, 2))
local challenge, now = load(), now_ms()
put(challenge, 'expires_ms', text(now + tonumber(ARGV[1])))
follow_up(challenge, now)
return { 'created' }
