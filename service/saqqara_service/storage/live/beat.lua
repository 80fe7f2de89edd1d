-- KEYS[1] the processes that live, each until an instant; ARGV[1] one of them, ARGV[2] for how long.
-- Answers all that live. What is kept here is not worth a disk write: it is said again at once.
redis.set_repl(redis.REPL_NONE)
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), ARGV[1])
return { 'beaten', unpack(redis.call('ZRANGE', KEYS[1], 0, -1)) }
