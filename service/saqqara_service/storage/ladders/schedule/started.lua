-- A match now exists. One that was settled meanwhile has left the queue and must not come back.
if redis.call('ZREM', LADDER_QUEUE, match) == 1 then
  redis.call('SADD', LADDER_PLAYING, match)
  redis.call('HSET', LADDER, 'moved_ms', string.format('%.0f', now_ms()))
end
return {'done'}
