-- KEYS[1] what somebody keeps, by id; ARGV[1] one more, ARGV[2] the most that there may be.
-- What is listed already is no more than there was.
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1 then return { 'taken' } end
if redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[2]) then return { 'full' } end
redis.call('SADD', KEYS[1], ARGV[1])
return { 'taken' }
