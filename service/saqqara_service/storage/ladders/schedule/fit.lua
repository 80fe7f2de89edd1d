-- Keep a fit: that of the most rulings stands, of those that of the most results, of those that
-- of the most matches given up.
local function known(field, before)
  return tonumber(redis.call('HGET', LADDER_FIT, field) or before)
end
local newer = {rulings - known('rulings', 0), results - known('results', -1), given_up - known('given_up', -1)}
for _, by in ipairs(newer) do
  if by > 0 then
    redis.call('HSET', LADDER_FIT, 'results', results, 'rulings', rulings, 'given_up', given_up,
      'fit', fit, 'test', test)
    return {'done'}
  elseif by < 0 then
    break
  end
end
return {'done'}
