-- KEYS[3] booked, KEYS[4] matches, KEYS[5] queue; ARGV[3] blocks planned before, ARGV[4] after,
-- ARGV[5] how many (bot, matches booked) pairs follow; then triples of match, queue place, entry.
if redis.call('HGET', KEYS[1], 'blocks_planned') ~= ARGV[3]
  or redis.call('HGET', KEYS[1], 'status') ~= 'running' then
  return {'moved'}
end
redis.call('HSET', KEYS[1], 'blocks_planned', ARGV[4])
local first_match = 6 + 2 * tonumber(ARGV[5])
for i = 6, first_match - 1, 2 do
  redis.call('HSET', KEYS[3], ARGV[i], ARGV[i + 1])
end
for i = first_match, #ARGV, 3 do
  redis.call('HSET', KEYS[4], ARGV[i], ARGV[i + 2])
  redis.call('ZADD', KEYS[5], ARGV[i + 1], ARGV[i])
end
return {'done'}
