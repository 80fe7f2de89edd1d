-- Put before what ends a ladder: what waits in the queue will not be played.
local function empty()
  for _, match in ipairs(redis.call('ZRANGE', LADDER_QUEUE, 0, -1)) do
    redis.call('HSET', LADDER_OUTCOMES, match, 'given_up')
    redis.call('HINCRBY', LADDER, 'given_up', 1)
  end
  redis.call('DEL', LADDER_QUEUE)
end
