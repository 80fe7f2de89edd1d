-- These are wanted, each since an instant: the longer, the more urgent. Who wants one has to say so
-- again within seconds; of several who want it the earliest instant counts.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local told = string.format('%.0f', now)
for _, one in ipairs(wants) do
  redis.call('ZADD', HOSTING_WANTED, told, one.submission)
  local known = redis.call('HGET', HOSTING_SINCE, one.submission) or ''
  local since, at = string.match(known, '^(%d+) (%d+)$')
  local is_earlier = since and tonumber(since) < tonumber(one.since)
  if not (is_earlier and tonumber(at) > now - fresh_ms) then
    redis.call('HSET', HOSTING_SINCE, one.submission, one.since .. ' ' .. told)
  end
end
return { 'wanted' }
