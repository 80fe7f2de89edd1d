-- KEYS[3] booked, KEYS[4] matches, KEYS[5] queue, KEYS[6] byes, KEYS[7] schedule; ARGV[3] blocks planned before,
-- ARGV[4] after, ARGV[5] rounds more, ARGV[6] how many bots with a bye follow, then these;
-- how many (bot, matches booked) pairs follow, then these; triples of match, queue place, entry.
if redis.call('HGET', KEYS[1], 'blocks_planned') ~= ARGV[3]
  or redis.call('HGET', KEYS[1], 'status') ~= 'running' then
  return {'moved'}
end
redis.call('HSET', KEYS[1], 'blocks_planned', ARGV[4])
redis.call('HINCRBY', KEYS[1], 'rounds_planned', ARGV[5])
local pairs_at = 7 + tonumber(ARGV[6])
for i = 7, pairs_at - 1 do
  redis.call('HINCRBY', KEYS[6], ARGV[i], 1)
end
local first_match = pairs_at + 1 + 2 * tonumber(ARGV[pairs_at])
for i = pairs_at + 1, first_match - 1, 2 do
  redis.call('HSET', KEYS[3], ARGV[i], ARGV[i + 1])
end
for i = first_match, #ARGV, 3 do
  redis.call('HSET', KEYS[4], ARGV[i], ARGV[i + 2])
  redis.call('ZADD', KEYS[5], ARGV[i + 1], ARGV[i])
  redis.call('ZADD', KEYS[7], ARGV[i + 1], ARGV[i])
end
return {'done'}
