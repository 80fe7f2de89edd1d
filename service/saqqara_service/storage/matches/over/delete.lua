-- Delete a match that is over, if it is as it was looked at; its blob is deleted later.
local status, ended_ms, blob = unpack(redis.call('HMGET', MATCH, 'status', 'last_ms', 'archive'))
if not status then return { 'deleted' } end
if status ~= 'finished' and status ~= 'void' then return { 'changed' } end
if ended_ms ~= last_ms or (blob or '') ~= archive then return { 'changed' } end
if redis.call('SISMEMBER', ENDED, id) == 1 then return { 'unsettled' } end
if blob then redis.call('ZADD', STALE, delete_ms, blob) end
redis.call('DEL', MATCH, LOG, SEED, ACTS, BEGINNING, PUT_OFF)
redis.call('ZREM', status == 'void' and VOID or FINISHED, listed_as)
-- What was published lately may name the match. The stream stays numbered, and never empty: a process
-- that starts takes an empty one for new.
redis.call('XTRIM', MOVED, 'MAXLEN', 0)
redis.set_repl(redis.REPL_NONE)
redis.call('XADD', MOVED, '0-*', 'text', '')
redis.set_repl(redis.REPL_ALL)
for _, one in ipairs({ OVER, TIMERS, DEADLINES }) do redis.call('ZREM', one, id) end
return { 'deleted' }
