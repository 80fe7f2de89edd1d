-- A process that plays by these rules lives on; answers the rules of all that live.
-- What is kept here is not worth a disk write: it is said again soon. A replica hears of it, so that
-- nobody is forgotten when it takes over.
redis.set_repl(redis.REPL_SLAVE)
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
redis.call('ZREMRANGEBYSCORE', RULES_PLAYED, '-inf', now)
redis.call('ZADD', RULES_PLAYED, 'GT', now + for_ms, rules)
return { 'done', unpack(redis.call('ZRANGE', RULES_PLAYED, 0, -1)) }
