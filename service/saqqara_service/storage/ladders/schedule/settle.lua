-- Write a result under the next number, with the rows it leads to, once; answers the number of the
-- match's result, old or new. One that was given up when it had begun unnoticed counts all the same.
local known = redis.call('HGET', LADDER_OUTCOMES, match)
if known and known ~= 'given_up' and known ~= 'dropped' then
  return {'done', known}
end
if redis.call('LLEN', LADDER_RESULTS) ~= version
  or tonumber(redis.call('HGET', LADDER, 'rulings_folded')) ~= folded then
  return {'moved'}
end
if known == 'given_up' then
  redis.call('HINCRBY', LADDER, 'given_up', -1)
end
local number = redis.call('RPUSH', LADDER_RESULTS, result)
redis.call('HSET', LADDER_OUTCOMES, match, number)
redis.call('HINCRBY', LADDER, 'annulled', annulled)
redis.call('HSET', LADDER, 'settled_ms', string.format('%.0f', now_ms()))
for _, one in ipairs(played) do
  redis.call('HSET', LADDER_ROWS, one.bot, one.rows)
  conducted(one.bot, one.faults)
end
redis.call('ZREM', LADDER_QUEUE, match)
redis.call('SREM', LADDER_PLAYING, match)
return {'done', number}
