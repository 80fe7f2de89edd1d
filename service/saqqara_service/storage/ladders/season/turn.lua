-- Turn to another status from one of those before it. Answers the status after that.
local known = redis.call('HGET', LADDER, 'status')
for _, one in ipairs(before) do
  if known == one then
    redis.call('HSET', LADDER, 'status', status)
    redis.call('HDEL', LADDER, 'pause_reason', 'backoff', 'backoff_since_ms', 'backoff_until_ms')
    if status == 'running' then
      local now = string.format('%.0f', now_ms())
      redis.call('HSETNX', LADDER, 'started_ms', now)
      redis.call('HSET', LADDER, 'moved_ms', now)
    end
    if reason ~= '' then
      redis.call('HSET', LADDER, 'pause_reason', reason)
    end
    return {status}
  end
end
return {known}
