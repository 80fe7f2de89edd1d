-- KEYS[1] a bot's versions; ARGV[1] the version without its number, ARGV[2] the most there may be.
-- Answers the number.
if redis.call('LLEN', KEYS[1]) >= tonumber(ARGV[2]) then return { 'full' } end
local number = redis.call('RPUSH', KEYS[1], ARGV[1])
return { 'added', string.format('%.0f', number) }
