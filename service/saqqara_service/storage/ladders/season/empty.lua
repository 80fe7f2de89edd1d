-- Put before what ends a ladder: what waits in a queue will not be played.
local function empty(ladder, queue, outcomes)
  for _, match in ipairs(redis.call('ZRANGE', queue, 0, -1)) do
    redis.call('HSET', outcomes, match, 'given_up')
    redis.call('HINCRBY', ladder, 'given_up', 1)
  end
  redis.call('DEL', queue)
end
