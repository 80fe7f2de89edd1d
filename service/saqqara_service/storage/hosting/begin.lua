-- Take a process of each submission for a match, if each has one that waits; else none of them.
local time = redis.call('TIME')
local now = string.format('%.0f', tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000))
for _, id in ipairs(ids) do
  if redis.call('HEXISTS', HOSTING_READY, id) == 0 then return { 'waiting' } end
end
for _, id in ipairs(ids) do
  redis.call('HSET', HOSTING_USED, id, now .. ' ' .. redis.call('HGET', HOSTING_READY, id))
  redis.call('HDEL', HOSTING_READY, id)
  redis.call('HDEL', HOSTING_SINCE, id)
end
return { 'begun' }
