-- Nothing could be done for the ladder: let sweeps leave it alone, longer each time. Unless it was
-- woken since it was read. After a time without any try a new row of tries begins.
local known = redis.call('HMGET', LADDER, 'terms', 'woken', 'backoff', 'backoff_until_ms')
if not known[1] or (known[2] or '0') ~= woken then return { 'done' } end
local now, times = now_ms(), tonumber(known[3] or '0')
if now - tonumber(known[4] or '0') > row_ms then times = 0 end
if times == 0 then redis.call('HSET', LADDER, 'backoff_since_ms', string.format('%.0f', now)) end
local wait = math.min(first_ms * growth ^ math.min(times, 16), most_ms)
redis.call('HSET', LADDER, 'backoff', times + 1,
  'backoff_until_ms', string.format('%.0f', now + wait))
return { 'done' }
