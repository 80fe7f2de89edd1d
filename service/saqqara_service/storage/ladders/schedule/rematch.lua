-- Put a void match back into the queue as its next attempt.
if redis.call('HSETNX', LADDER_OUTCOMES, void, 'void') == 0 then
  return {'done'}
end
redis.call('ZREM', LADDER_QUEUE, void)
redis.call('SREM', LADDER_PLAYING, void)
redis.call('HSET', LADDER_MATCHES, again, planned)
redis.call('ZADD', LADDER_QUEUE, place, again)
redis.call('ZADD', LADDER_SCHEDULE, place, again)
for _, bot in ipairs(against) do conducted(bot, '1') end
return {'done'}
