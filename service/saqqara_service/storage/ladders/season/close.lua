-- Finish a ladder if nothing of it is under way. Answers the status after that.
local status = redis.call('HGET', LADDER, 'status')
if status == 'finished' or status == 'cancelled' then
  return {status}
end
if redis.call('HGET', LADDER, 'revision') ~= revision
  or redis.call('HGET', LADDER, 'blocks_planned') ~= blocks then
  return {'moved'}
end
if redis.call('SCARD', LADDER_PLAYING) > 0 then
  return {status}
end
empty()
redis.call('HSET', LADDER, 'status', 'finished', 'closed_ms', string.format('%.0f', now_ms()))
return {'finished'}
