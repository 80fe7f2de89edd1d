-- Turn to another status from one of those before it. Answers the status after that.
local known = redis.call('HGET', LADDER, 'status')
for _, one in ipairs(before) do
  if known == one then
    redis.call('HSET', LADDER, 'status', status)
    if status == 'running' then
      redis.call('HSETNX', LADDER, 'started_ms', string.format('%.0f', now_ms()))
    end
    return {status}
  end
end
return {known}
