-- Let an account or bot be called something else from now on; one that is gone stays gone.
if redis.call('EXISTS', NAMED) == 0 then return { 'done' } end
redis.call('HSET', NAMED, 'name', name, 'deleted_ms', deleted_ms)
return { 'done' }
