-- Write a new challenge; one that exists is left alone.
if redis.call('EXISTS', CHALLENGE) == 1 then return { 'done' } end
redis.call('HSET', CHALLENGE, unpack(fields))
local challenge, now = load(), now_ms()
put(challenge, 'expires_ms', text(now + expires_in_ms))
follow_up(challenge, now)
return { 'done' }
