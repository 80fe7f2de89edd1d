-- Note how the check of a submission ended, by the runner that holds it; only the first time.
local state = redis.call('HGET', SUBMISSION, 'state')
if not state then return { 'missing' } end
if state ~= 'pending' then return { 'known', state } end
if redis.call('HGET', HOSTING_HOLDERS, id) ~= runner then return { 'refused', state } end
redis.call('HSET', SUBMISSION, 'state', to, 'report', report, 'checked_ms', now_ms)
redis.call('ZREM', SUBMISSIONS_PENDING, id)
redis.call('ZREM', HOSTING_WANTED, id)
redis.call('HDEL', HOSTING_HOLDERS, id)
redis.call('ZREM', HOSTING_LEASES, id)
return { 'changed', to }
