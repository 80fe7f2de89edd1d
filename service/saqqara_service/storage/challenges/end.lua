-- End a challenge, if it may be ended so.
local challenge, now = load(), now_ms()
if not challenge.id then return { 'gone' } end
if how == 'refused' then
  if challenge.considered then return { 'over' } end
  redis.call('DEL', CHALLENGE)
  redis.call('ZREM', TIMERS, challenge.id)
  return { 'done' }
end
if how == 'broken' then
  if challenge.status ~= 'accepted' or challenge.match_id then return { 'over' } end
  turn(challenge, 'cancelled', now)
  return { 'done' }
end
if challenge.status == 'pending' and is_late(challenge, now) then
  turn(challenge, 'expired', now)
elseif challenge.status == 'pending' and how == 'cancelled' then
  turn(challenge, 'cancelled', now)
end
return { challenge.status == how and 'done' or 'over' }
