-- KEYS[1] the ladder, KEYS[2] its entries, KEYS[3] who is out, KEYS[4] faults, KEYS[5] notices;
-- ARGV[1] bot.
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 then
  return {'missing'}
end
local out = redis.call('HGET', KEYS[3], ARGV[1])
if out == 'withdrawn' then
  return {'withdrawn'}
end
if out then
  redis.call('HDEL', KEYS[3], ARGV[1])
  redis.call('HDEL', KEYS[4], ARGV[1])
  notify(KEYS[5], ARGV[1])
end
return {'active'}
