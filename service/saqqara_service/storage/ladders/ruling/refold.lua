-- Put rows of standings in place of all there are, if no result and no ruling has come since.
if redis.call('LLEN', LADDER_RESULTS) ~= results or redis.call('LLEN', LADDER_RULINGS) ~= rulings then
  return {'moved'}
end
redis.call('DEL', LADDER_ROWS)
for _, one in ipairs(rows) do redis.call('HSET', LADDER_ROWS, one.bot, one.rows) end
redis.call('HSET', LADDER, 'rulings_folded', rulings, 'annulled', annulled)
return {'done'}
