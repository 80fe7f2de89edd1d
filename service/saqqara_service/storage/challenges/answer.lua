-- Note a player's answer; the same again changes nothing.
local challenge, now = load(), now_ms()
if not challenge.id then return { 'gone' } end
if challenge['answer:' .. player] == answer then return { 'done' } end
if challenge.status ~= 'pending' then return { 'over' } end
if is_late(challenge, now) then
  turn(challenge, 'expired', now)
  return { 'over' }
end
if challenge['answer:' .. player] then return { 'answered' } end
put(challenge, 'answer:' .. player, answer)
if reason ~= '' then put(challenge, 'reason:' .. player, reason) end
if by_policy then put(challenge, 'policy:' .. player, '1') end
local status = outcome(challenge)
if status == 'pending' then notify_players(challenge) else turn(challenge, status, now) end
return { 'done' }
