-- Let a migration go on: only from the schema that its holder has met, and only one holder at once.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local row = redis.call('HMGET', INSTALLATION, 'schema', 'least', 'holder', 'until_ms')
if tonumber(row[1]) ~= schema then return { 'moved' } end
local is_held = row[3] and row[3] ~= holder and tonumber(row[4]) > now
if is_held then return { 'held' } end
redis.call('HSET', INSTALLATION, 'schema', becomes, 'least', math.max(least, tonumber(row[2] or '0')),
  'holder', holder, 'until_ms', string.format('%.0f', now + lease_ms))
if cursor ~= '' then
  redis.call('HSET', INSTALLATION, 'cursor', cursor)
else
  redis.call('HDEL', INSTALLATION, 'cursor')
end
return { 'noted' }
