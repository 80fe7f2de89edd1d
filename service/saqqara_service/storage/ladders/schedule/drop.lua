-- Drop a block, unless one of its matches has left the queue.
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
end
redis.call('HINCRBY', LADDER, 'blocks_dropped', 1)
return {'dropped'}
