-- What a program has used so far only grows: of what is told again, or late, nothing is counted.
local before = tonumber(redis.call('GET', HOSTING_METER) or '0')
local now = math.max(before, tonumber(used_ms))
redis.call('SET', HOSTING_METER, string.format('%.0f', now), 'PX', kept_ms)
return { 'done', string.format('%.0f', now - before) }
