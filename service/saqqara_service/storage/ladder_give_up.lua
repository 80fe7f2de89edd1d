-- KEYS[3] outcomes, KEYS[4] queue, KEYS[5] playing; ARGV[3] a match that will never count.
if redis.call('HSETNX', KEYS[3], ARGV[3], 'given_up') == 0 then
  return {'known'}
end
redis.call('ZREM', KEYS[4], ARGV[3])
redis.call('SREM', KEYS[5], ARGV[3])
redis.call('HINCRBY', KEYS[1], 'given_up', 1)
return {'done'}
