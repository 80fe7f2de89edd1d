-- Append a ruling to those that were read.
if redis.call('LLEN', LADDER_RULINGS) ~= before then
  return {'moved'}
end
redis.call('RPUSH', LADDER_RULINGS, ruling)
for _, bot in ipairs(bots) do notice(bot) end
return {'done'}
