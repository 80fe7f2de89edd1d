-- Enter a bot, or one that was withdrawn again, while the ladder has such a status.
-- Another that was paired already keeps a place of its account, also when it has left.
local function has_place(other)
  return redis.call('HGET', LADDER_OUT, other) ~= 'withdrawn'
    or tonumber(redis.call('HGET', LADDER_BOOKED, other) or 0) > 0
end
local entered = redis.call('HEXISTS', LADDER_ENTRIES, bot) == 1
if entered and redis.call('HGET', LADDER_OUT, bot) ~= 'withdrawn' then
  return {'enrolled'}
end
local status, takes = redis.call('HGET', LADDER, 'status'), false
for _, one in ipairs(statuses) do takes = takes or status == one end
if not takes then
  return {'closed', status}
end
if not entered and redis.call('HLEN', LADDER_ENTRIES) >= most then
  return {'full'}
end
if most_of_account then
  local count = 0
  for _, text in ipairs(redis.call('HVALS', LADDER_ENTRIES)) do
    local other = cjson.decode(text)
    local counts = other.account_id == account and other.bot_id ~= bot
    if counts and has_place(other.bot_id) then count = count + 1 end
  end
  if count >= most_of_account then
    return {'enough'}
  end
end
if entered and status ~= 'open' and not returns(bot) then
  return {'spent'}
end
redis.call('HSETNX', LADDER_ENTRIES, bot, entry)
redis.call('HDEL', LADDER_OUT, bot)
redis.call('HSETNX', LADDER_NOTICES, bot, 1)
return {'enrolled'}
