-- A process goes on. What is kept here is not worth a disk write: it is said again at once.
redis.set_repl(redis.REPL_NONE)
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
redis.call('ZREMRANGEBYSCORE', HEARD, '-inf', now - kept_ms)
redis.call('ZADD', HEARD, now, process)
return { 'done' }
