-- KEYS[3] outcomes, KEYS[4] results, KEYS[5] rows, KEYS[6] queue, KEYS[7] playing;
-- ARGV[3] match, ARGV[4] results the new rows were computed from, ARGV[5] result,
-- then pairs of bot and its new row. Answers the number of the match's result, old or new.
local known = redis.call('HGET', KEYS[3], ARGV[3])
if known then
  return {'known', known}
end
local results = redis.call('LLEN', KEYS[4])
if results ~= tonumber(ARGV[4]) then
  return {'moved'}
end
local number = redis.call('RPUSH', KEYS[4], ARGV[5])
redis.call('HSET', KEYS[3], ARGV[3], number)
for i = 6, #ARGV, 2 do
  redis.call('HSET', KEYS[5], ARGV[i], ARGV[i + 1])
end
redis.call('ZREM', KEYS[6], ARGV[3])
redis.call('SREM', KEYS[7], ARGV[3])
if number == tonumber(redis.call('HGET', KEYS[1], 'matches_planned')) then
  redis.call('HSET', KEYS[1], 'status', 'finished')
end
return {'done', number}
