-- KEYS[3] outcomes, KEYS[4] matches, KEYS[5] queue, KEYS[6] playing;
-- ARGV[3] the void match, ARGV[4] the match to play instead, ARGV[5] its queue place, ARGV[6] entry.
if redis.call('HSETNX', KEYS[3], ARGV[3], 'void') == 0 then
  return {'known'}
end
redis.call('ZREM', KEYS[5], ARGV[3])
redis.call('SREM', KEYS[6], ARGV[3])
redis.call('HSET', KEYS[4], ARGV[4], ARGV[6])
redis.call('ZADD', KEYS[5], ARGV[5], ARGV[4])
return {'done'}
