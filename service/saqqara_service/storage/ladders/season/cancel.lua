-- KEYS[1] the ladder, KEYS[2] its queue, KEYS[3] outcomes. Answers the status after that.
local status = redis.call('HGET', KEYS[1], 'status')
if status == 'finished' or status == 'cancelled' then
  return {status}
end
redis.call('HSET', KEYS[1], 'status', 'cancelled')
empty(KEYS[1], KEYS[2], KEYS[3])
return {'cancelled'}
