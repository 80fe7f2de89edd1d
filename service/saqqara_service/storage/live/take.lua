-- KEYS[1] how many connections a token holds in each process; ARGV[1] a process, ARGV[2] how many it
-- is to hold there, ARGV[3] how many there may be in all, ARGV[4] how long this is kept, then all
-- processes that live: what others had ends with them.
local lives, sum = {}, tonumber(ARGV[2])
for i = 5, #ARGV do lives[ARGV[i]] = true end
local flat = redis.call('HGETALL', KEYS[1])
for i = 1, #flat, 2 do
  if not lives[flat[i]] then
    redis.call('HDEL', KEYS[1], flat[i])
  elseif flat[i] ~= ARGV[1] then
    sum = sum + tonumber(flat[i + 1])
  end
end
if sum > tonumber(ARGV[3]) then return { 'full' } end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return { 'taken' }
