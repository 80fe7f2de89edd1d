-- KEYS[3] queue, KEYS[4] playing; ARGV[3] a match that now exists.
-- One that was settled meanwhile has left the queue and must not come back.
if redis.call('ZREM', KEYS[3], ARGV[3]) == 1 then
  redis.call('SADD', KEYS[4], ARGV[3])
end
return {'done'}
