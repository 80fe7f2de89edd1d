-- KEYS[3] outcomes, KEYS[4] queue, KEYS[5] playing, KEYS[6] faults, KEYS[7] who is out,
-- KEYS[8] notices; ARGV[3] a match that will never count, ARGV[4] faults in a row that bench a bot,
-- then the bots that it counts against.
if redis.call('HSETNX', KEYS[3], ARGV[3], 'given_up') == 0 then
  return {'known'}
end
redis.call('ZREM', KEYS[4], ARGV[3])
redis.call('SREM', KEYS[5], ARGV[3])
redis.call('HINCRBY', KEYS[1], 'given_up', 1)
for i = 5, #ARGV do conducted(KEYS[6], KEYS[7], KEYS[8], ARGV[4], ARGV[i], '1') end
return {'done'}
