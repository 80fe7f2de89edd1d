-- KEYS[3] outcomes, KEYS[4] results, KEYS[5] rows, KEYS[6] queue, KEYS[7] playing, KEYS[8] faults,
-- KEYS[9] who is out, KEYS[10] notices; ARGV[3] match, ARGV[4] results the new rows were computed from, ARGV[5] result,
-- ARGV[6] faults in a row that bench a bot, then triples of bot, its new rows, its faults (0 or 1). Answers the number of the match's result, old or new.
-- One that was given up when it had begun unnoticed counts all the same.
local known = redis.call('HGET', KEYS[3], ARGV[3])
if known and known ~= 'given_up' and known ~= 'dropped' then
  return {'known', known}
end
local results = redis.call('LLEN', KEYS[4])
if results ~= tonumber(ARGV[4]) then
  return {'moved'}
end
if known == 'given_up' then
  redis.call('HINCRBY', KEYS[1], 'given_up', -1)
end
local number = redis.call('RPUSH', KEYS[4], ARGV[5])
redis.call('HSET', KEYS[3], ARGV[3], number)
for i = 7, #ARGV, 3 do
  redis.call('HSET', KEYS[5], ARGV[i], ARGV[i + 1])
  conducted(KEYS[8], KEYS[9], KEYS[10], ARGV[6], ARGV[i], ARGV[i + 2])
end
redis.call('ZREM', KEYS[6], ARGV[3])
redis.call('SREM', KEYS[7], ARGV[3])
return {'done', number}
