-- KEYS[3] outcomes, KEYS[4] queue, KEYS[5] booked; ARGV[3] how many (bot, matches less) pairs
-- follow; then the matches of a block, which is dropped unless one of them has left the queue.
local first_match = 4 + 2 * tonumber(ARGV[3])
for i = first_match, #ARGV do
  if redis.call('HGET', KEYS[3], ARGV[i]) == 'dropped' then
    return {'dropped'}
  end
  if not redis.call('ZSCORE', KEYS[4], ARGV[i]) then
    return {'begun'}
  end
end
for i = 4, first_match - 1, 2 do
  redis.call('HINCRBY', KEYS[5], ARGV[i], -tonumber(ARGV[i + 1]))
end
for i = first_match, #ARGV do
  redis.call('HSET', KEYS[3], ARGV[i], 'dropped')
  redis.call('ZREM', KEYS[4], ARGV[i])
end
redis.call('HINCRBY', KEYS[1], 'blocks_dropped', 1)
return {'dropped'}
