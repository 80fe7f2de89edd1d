-- Drop a block, unless one of its matches has left the queue. Who was away for it has missed it;
-- so often, and for so great a share of its matches, benches whatever it plays in between.
local function missed(bot)
  conducted(bot, '1')
  local misses = redis.call('HINCRBY', LADDER_MISSED, bot, 1)
  local others = tonumber(redis.call('HGET', LADDER_BOOKED, bot) or 0)
  if misses >= most_faults and misses * share > others then bench(bot) end
end
for _, match in ipairs(matches) do
  if redis.call('HGET', LADDER_OUTCOMES, match) == 'dropped' then
    return {'dropped'}
  end
  if not redis.call('ZSCORE', LADDER_QUEUE, match) then
    return {'begun'}
  end
end
for _, one in ipairs(fewer) do
  redis.call('HINCRBY', LADDER_BOOKED, one.bot, -tonumber(one.matches))
end
for _, match in ipairs(matches) do
  redis.call('HSET', LADDER_OUTCOMES, match, 'dropped')
  redis.call('ZREM', LADDER_QUEUE, match)
  if #against > 0 then redis.call('HSET', LADDER_AWAY, match, cjson.encode(against)) end
end
redis.call('HINCRBY', LADDER, 'blocks_dropped', 1)
for _, bot in ipairs(against) do missed(bot) end
return {'dropped'}
