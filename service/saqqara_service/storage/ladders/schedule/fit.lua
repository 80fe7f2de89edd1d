-- Keep a fit: that of the most results stands.
local known = tonumber(redis.call('HGET', LADDER_FIT, 'results') or -1)
if known >= results then
  return {'known'}
end
redis.call('HSET', LADDER_FIT, 'results', results, 'fit', fit)
return {'kept'}
