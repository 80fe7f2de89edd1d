-- Note that a blob is to be deleted, unless its match is archived in it.
if redis.call('HGET', MATCH, 'archive') == digest then return { 'named' } end
redis.call('ZADD', STALE, 'NX', delete_ms, digest)
return { 'noted' }
