-- Let an archived match have another blob and stub; the blob before is deleted later.
if redis.call('HGET', MATCH, 'archive') ~= archive then return { 'moved' } end
redis.call('DEL', MATCH)
redis.call('HSET', MATCH, unpack(stub))
redis.call('ZREM', STALE, new)
redis.call('ZADD', STALE, delete_ms, archive)
return { 'done' }
