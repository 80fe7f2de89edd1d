-- List one more. What is listed already is no more than there was.
if redis.call('SISMEMBER', KEPT, one) == 1 then return { 'done' } end
if redis.call('SCARD', KEPT) >= most then return { 'full' } end
redis.call('SADD', KEPT, one)
return { 'done' }
