-- List one more guest for a time; those whose time is over make room.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
redis.call('ZREMRANGEBYSCORE', GUESTS, '-inf', string.format('%.0f', now))
if redis.call('ZCARD', GUESTS) >= most then return { 'full' } end
redis.call('ZADD', GUESTS, string.format('%.0f', now + for_ms), guest)
return { 'done' }
