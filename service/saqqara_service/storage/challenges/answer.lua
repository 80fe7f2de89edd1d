-- Note a bot's answer; the same again changes nothing.
local challenge, now = load(), now_ms()
if not challenge.id then return { 'gone' } end
if challenge['answer:' .. bot] == answer then return { 'done' } end
if challenge.status ~= 'pending' then return { 'over' } end
if is_late(challenge, now) then
  turn(challenge, 'expired', now)
  return { 'over' }
end
if challenge['answer:' .. bot] then return { 'answered' } end
put(challenge, 'answer:' .. bot, answer)
if reason ~= '' then put(challenge, 'reason:' .. bot, reason) end
if by_policy then put(challenge, 'policy:' .. bot, '1') end
local status = outcome(challenge)
if status == 'pending' then tell(challenge) else turn(challenge, status, now) end
return { 'done' }
