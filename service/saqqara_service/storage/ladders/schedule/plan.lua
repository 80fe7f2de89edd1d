-- Add blocks to the schedule that was read, while the ladder runs.
if redis.call('HGET', LADDER, 'blocks_planned') ~= before
  or redis.call('HGET', LADDER, 'status') ~= 'running' then
  return {'moved'}
end
redis.call('HSET', LADDER, 'blocks_planned', after)
local round = redis.call('HINCRBY', LADDER, 'rounds_planned', rounds)
if bracket ~= '' then redis.call('SET', LADDER_BRACKET, bracket) end
for _, bot in ipairs(byes) do
  local known = redis.call('HGET', LADDER_BYES, bot)
  redis.call('HSET', LADDER_BYES, bot, known and (known .. ',' .. round) or round)
end
for _, one in ipairs(booked) do redis.call('HSET', LADDER_BOOKED, one.bot, one.matches) end
for _, line in ipairs(lines) do
  redis.call('HSET', LADDER_MATCHES, line.match, line.planned)
  redis.call('ZADD', LADDER_QUEUE, line.place, line.match)
  redis.call('ZADD', LADDER_SCHEDULE, line.place, line.match)
end
return {'done'}
