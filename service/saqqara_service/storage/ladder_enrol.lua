-- KEYS[1] the ladder, KEYS[2] its rows; ARGV[1] bot, ARGV[2] its first row, ARGV[3] most rows.
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then
  return {'enrolled'}
end
if redis.call('HGET', KEYS[1], 'status') ~= 'open' then
  return {'closed'}
end
if redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[3]) then
  return {'full'}
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return {'enrolled'}
