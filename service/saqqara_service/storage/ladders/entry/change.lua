-- KEYS[3] entries; from ARGV[3] on pairs of bot and its entry.
for i = 3, #ARGV, 2 do
  redis.call('HSET', KEYS[3], ARGV[i], ARGV[i + 1])
end
return {'done'}
