-- Keep a submission, once: the same archive for the same bot is there already, unless withdrawn.
local state = redis.call('HGET', SUBMISSION, 'state')
if app == '' then redis.call('HDEL', HOSTED_APPS, id) end
if state == 'withdrawn' then
  state = 'pending'
  redis.call('HSET', SUBMISSION, 'state', state, 'activate', activate)
  redis.call('ZADD', SUBMISSIONS_PENDING, now_ms, id)
  if app ~= '' then redis.call('HSET', HOSTED_APPS, id, app) end
  return { 'kept', state }
end
if state then return { 'known', state } end
local kept = bytes
for _, size in ipairs(redis.call('HVALS', ACCOUNT_ARCHIVES)) do kept = kept + tonumber(size) end
if kept > most then return { 'full' } end
redis.call('HSET', SUBMISSION, 'row', row, 'state', 'pending', 'activate', activate)
redis.call('HSET', ACCOUNT_ARCHIVES, id, bytes)
redis.call('SADD', ARCHIVE_USES, id)
redis.call('ZADD', BOT_SUBMISSIONS, now_ms, id)
redis.call('ZADD', SUBMISSIONS, now_ms, id)
redis.call('ZADD', SUBMISSIONS_PENDING, now_ms, id)
if app ~= '' then redis.call('HSET', HOSTED_APPS, id, app) end
return { 'kept', 'pending' }
