-- KEYS[3] outcomes, KEYS[4] matches, KEYS[5] queue, KEYS[6] playing, KEYS[7] faults,
-- KEYS[8] who is out, KEYS[9] notices, KEYS[10] schedule;
-- ARGV[3] the void match, ARGV[4] the match to play instead, ARGV[5] its queue place, ARGV[6] entry,
-- ARGV[7] faults in a row that bench a bot, then the bots that it counts against.
if redis.call('HSETNX', KEYS[3], ARGV[3], 'void') == 0 then
  return {'known'}
end
redis.call('ZREM', KEYS[5], ARGV[3])
redis.call('SREM', KEYS[6], ARGV[3])
redis.call('HSET', KEYS[4], ARGV[4], ARGV[6])
redis.call('ZADD', KEYS[5], ARGV[5], ARGV[4])
redis.call('ZADD', KEYS[10], ARGV[5], ARGV[4])
for i = 8, #ARGV do conducted(KEYS[7], KEYS[8], KEYS[9], ARGV[7], ARGV[i], '1') end
return {'done'}
