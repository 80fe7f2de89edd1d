-- KEYS[3] queue, KEYS[4] outcomes, KEYS[5] playing; ARGV[3] the revision and ARGV[4] the planned
-- blocks by which nothing is left to do. Answers the status after that.
local status = redis.call('HGET', KEYS[1], 'status')
if status == 'finished' or status == 'cancelled' then
  return {status}
end
if redis.call('HGET', KEYS[1], 'revision') ~= ARGV[3]
  or redis.call('HGET', KEYS[1], 'blocks_planned') ~= ARGV[4] then
  return {'moved'}
end
if redis.call('SCARD', KEYS[5]) > 0 then
  return {status}
end
empty(KEYS[1], KEYS[3], KEYS[4])
redis.call('HSET', KEYS[1], 'status', 'finished')
return {'finished'}
