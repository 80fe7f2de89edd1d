-- These are wanted, each since an instant: the longer, the more urgent. It holds for so long, unless
-- it is said again; of several who want the same the earliest instant counts.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local function instant(ms) return string.format('%.0f', ms) end
for _, one in ipairs(wants) do
  redis.call('ZADD', HOSTING_WANTED, instant(now), one.submission)
  local known = redis.call('HGET', HOSTING_SINCE, one.submission) or ''
  local since, till = string.match(known, '^(%d+) (%d+)$')
  local is_earlier = since and tonumber(since) < tonumber(one.since)
  local holds = is_earlier and tonumber(till) > now and tonumber(till) <= now + idle_ms -- or the clock was set back
  if not holds then
    redis.call('HSET', HOSTING_SINCE, one.submission, one.since .. ' ' .. instant(now + for_ms))
  end
end
return { 'wanted' }
