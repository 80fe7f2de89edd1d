-- KEYS[1] the kept fit; ARGV[1] of how many results this one is, ARGV[2] what it says.
-- The fit of the most results stands.
local known = tonumber(redis.call('HGET', KEYS[1], 'results') or -1)
if known >= tonumber(ARGV[1]) then
  return {'known'}
end
redis.call('HSET', KEYS[1], 'results', ARGV[1], 'fit', ARGV[2])
return {'kept'}
