-- ARGV: field, value, field, value … of the new match. A match that exists is left alone.
if redis.call('EXISTS', MATCH) == 1 then return { 'exists' } end
redis.call('HSET', MATCH, unpack(ARGV))
local match = load()
redis.call('ZADD', INDEX[match.status], 0, match.index)
return { 'created' }
