-- KEYS[1] the ladder, KEYS[2] its entries, KEYS[3] who is out; ARGV[1] bot.
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 then
  return {'missing'}
end
if redis.call('HGET', KEYS[3], ARGV[1]) == 'withdrawn' then
  return {'withdrawn'}
end
local status = redis.call('HGET', KEYS[1], 'status')
if status == 'finished' or status == 'cancelled' then
  return {'over'}
end
redis.call('HSET', KEYS[3], ARGV[1], 'withdrawn')
return {'withdrawn'}
