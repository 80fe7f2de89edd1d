-- Put other terms in place of those that were read.
local status = redis.call('HGET', LADDER, 'status')
if status == 'finished' or status == 'cancelled' then
  return {'over'}
end
if redis.call('HGET', LADDER, 'revision') ~= revision then
  return {'moved'}
end
redis.call('HSET', LADDER, 'terms', terms)
redis.call('HINCRBY', LADDER, 'revision', 1)
return {'done'}
