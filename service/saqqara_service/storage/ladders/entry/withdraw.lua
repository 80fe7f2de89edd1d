-- Take a bot out, unless the ladder is over.
if redis.call('HEXISTS', LADDER_ENTRIES, bot) == 0 then
  return {'missing'}
end
if redis.call('HGET', LADDER_OUT, bot) == 'withdrawn' then
  return {'withdrawn'}
end
local status = redis.call('HGET', LADDER, 'status')
if status == 'finished' or status == 'cancelled' then
  return {'over'}
end
redis.call('HSET', LADDER_OUT, bot, 'withdrawn')
return {'withdrawn'}
