-- KEYS[1] the ladder, KEYS[2] its entries, KEYS[3] who is out, KEYS[4] notices; ARGV[1] bot,
-- ARGV[2] its entry, ARGV[3] its account, ARGV[4] most entries, ARGV[5] most entries of an account or '',
-- then the statuses in which bots can be enrolled.
local entered = redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1
if entered and redis.call('HGET', KEYS[3], ARGV[1]) ~= 'withdrawn' then
  return {'enrolled'}
end
local status, takes = redis.call('HGET', KEYS[1], 'status'), false
for i = 6, #ARGV do takes = takes or status == ARGV[i] end
if not takes then
  return {'closed', status}
end
if not entered and redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[4]) then
  return {'full'}
end
if ARGV[5] ~= '' then
  local count = 0
  for _, text in ipairs(redis.call('HVALS', KEYS[2])) do
    local entry = cjson.decode(text)
    local out = redis.call('HGET', KEYS[3], entry.bot_id)
    if entry.account_id == ARGV[3] and out ~= 'withdrawn' then count = count + 1 end
  end
  if count >= tonumber(ARGV[5]) then
    return {'enough'}
  end
end
redis.call('HSETNX', KEYS[2], ARGV[1], ARGV[2])
redis.call('HDEL', KEYS[3], ARGV[1])
redis.call('HSETNX', KEYS[4], ARGV[1], 1)
return {'enrolled'}
