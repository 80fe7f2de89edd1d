-- A process lives on; answers all that live.
-- What is kept here is not worth a disk write: it is said again at once.
redis.set_repl(redis.REPL_NONE)
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
redis.call('ZREMRANGEBYSCORE', PROCESSES, '-inf', now)
redis.call('ZADD', PROCESSES, now + for_ms, process)
return { 'done', unpack(redis.call('ZRANGE', PROCESSES, 0, -1)) }
