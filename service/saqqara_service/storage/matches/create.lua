-- ARGV: what a fork takes over from another match or '', then field, value, field, value … of the
-- new match. A match that exists is left alone.
if redis.call('EXISTS', MATCH) == 1 then return { 'exists' } end
if ARGV[1] ~= '' then redis.call('SET', BEGINNING, ARGV[1]) end
redis.call('HSET', MATCH, unpack(ARGV, 2))
local match = load()
redis.call('ZADD', INDEX[match.status], 0, match.index)
set_timer(match)
return { 'created' }
