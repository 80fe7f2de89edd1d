-- KEYS[1] the ladder; ARGV[1] its next status, then the statuses from which it may turn to that.
-- Answers the status after that.
local status = redis.call('HGET', KEYS[1], 'status')
for i = 2, #ARGV do
  if status == ARGV[i] then
    redis.call('HSET', KEYS[1], 'status', ARGV[1])
    return {ARGV[1]}
  end
end
return {status}
