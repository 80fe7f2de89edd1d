-- Bring a submission into another state, from one of these; one that cannot play is not active.
local state = redis.call('HGET', SUBMISSION, 'state')
if not state then return { 'missing' } end
local may = false
for _, one in ipairs(sources) do may = may or one == state end
if not may then return { 'refused', state } end
if to == 'quarantined' then redis.call('HSET', SUBMISSION, 'before', state) end
local after = to
if to == 'released' then after = redis.call('HGET', SUBMISSION, 'before') or 'pending' end
redis.call('HSET', SUBMISSION, 'state', after, 'reason', reason)
if after == 'pending' then
  redis.call('ZADD', SUBMISSIONS_PENDING, now_ms, id)
else
  redis.call('ZREM', SUBMISSIONS_PENDING, id)
end
if after ~= 'passed' and redis.call('HGET', HOSTED, bot) == id then
  redis.call('HDEL', HOSTED, bot)
end
redis.call('ZREM', HOSTING_WANTED, id)
return { 'changed', after }
