-- KEYS[1] the ladder; ARGV[1] the revision of the terms that were read, ARGV[2] the new terms.
local status = redis.call('HGET', KEYS[1], 'status')
if status == 'finished' or status == 'cancelled' then
  return {'over'}
end
if redis.call('HGET', KEYS[1], 'revision') ~= ARGV[1] then
  return {'moved'}
end
redis.call('HSET', KEYS[1], 'terms', ARGV[2])
redis.call('HINCRBY', KEYS[1], 'revision', 1)
return {'done'}
