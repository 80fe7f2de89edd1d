-- KEYS[1] the ladder, KEYS[2] its rows; ARGV[1] fewest rows to start with.
local status = redis.call('HGET', KEYS[1], 'status')
local rows = redis.call('HLEN', KEYS[2])
if status == 'open' and rows >= tonumber(ARGV[1]) then
  redis.call('HSET', KEYS[1], 'status', 'running')
  status = 'running'
end
return {status, rows}
