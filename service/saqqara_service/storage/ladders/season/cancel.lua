-- Call a ladder off, unless it is over. Answers the status after that.
local status = redis.call('HGET', LADDER, 'status')
if status == 'finished' or status == 'cancelled' then
  return {status}
end
redis.call('HSET', LADDER, 'status', 'cancelled')
empty()
return {'cancelled'}
