-- Something has happened for which the ladder may go on: now, or at the next sweep after a moment if
-- that has just been tried.
if redis.call('HEXISTS', LADDER, 'terms') == 0 then return { 'later' } end
redis.call('HINCRBY', LADDER, 'woken', 1)
local known = redis.call('HMGET', LADDER, 'woken_ms', 'backoff_until_ms')
local now = now_ms()
local due = now
if every_ms > 0 then
  local woken = math.min(now, tonumber(known[1] or '0')) -- the clock may have been set back
  due = math.max(now, woken + every_ms)
end
if tonumber(known[2] or '0') > due then
  redis.call('HSET', LADDER, 'backoff_until_ms', string.format('%.0f', due))
end
if due > now then return { 'later' } end
if every_ms > 0 then redis.call('HSET', LADDER, 'woken_ms', string.format('%.0f', now)) end
return { 'now' }
