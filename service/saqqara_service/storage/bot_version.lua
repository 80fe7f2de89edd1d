-- KEYS[1] a bot's versions; ARGV[1] the version without its number. Answers the number.
local number = redis.call('RPUSH', KEYS[1], ARGV[1])
return { 'added', string.format('%.0f', number) }
