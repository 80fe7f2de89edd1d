-- Let a benched bot get matches again; its row of faults begins anew.
if redis.call('HEXISTS', LADDER_ENTRIES, bot) == 0 then
  return {'missing'}
end
local out = redis.call('HGET', LADDER_OUT, bot)
if out == 'withdrawn' then
  return {'withdrawn'}
end
if out and not returns(bot) then
  return {'spent'}
end
if out then
  redis.call('HDEL', LADDER_OUT, bot)
  redis.call('HDEL', LADDER_FAULTS, bot)
  notice(bot)
end
return {'active'}
