-- These are wanted, each since an instant: the longer, the more urgent. Who wants one has to say so
-- again within `fresh_ms`, or `longer_ms` later; of several who want it the earliest instant counts.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local function instant(ms) return string.format('%.0f', ms) end
for _, one in ipairs(wants) do
  redis.call('ZADD', HOSTING_WANTED, instant(now), one.submission)
  local known = redis.call('HGET', HOSTING_SINCE, one.submission) or ''
  local since, at = string.match(known, '^(%d+) (%d+)$')
  local is_earlier = since and tonumber(since) < tonumber(one.since)
  -- Later than it can be: the clock was set back.
  local is_fresh = at and tonumber(at) > now - fresh_ms and tonumber(at) <= now + idle_ms
  if not (is_earlier and is_fresh) then
    redis.call('HSET', HOSTING_SINCE, one.submission, one.since .. ' ' .. instant(now + longer_ms))
  end
end
return { 'done' }
