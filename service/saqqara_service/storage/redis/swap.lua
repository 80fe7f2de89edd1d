-- Put another value into a field of a hash, if it still has the one before.
if redis.call('HGET', HASH, field) ~= before then return { 'moved' } end
redis.call('HSET', HASH, field, after)
return { 'done' }
