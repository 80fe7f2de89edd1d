-- Write a new match; one that exists is left alone.
if redis.call('EXISTS', MATCH) == 1 then return { 'done' } end
if beginning ~= '' then redis.call('SET', BEGINNING, beginning) end
redis.call('HSET', MATCH, unpack(fields))
local match = load()
redis.call('ZADD', INDEX[match.status], 0, match.index)
set_timer(match)
notify_lobby(match)
return { 'done' }
