-- Commit what the policy has decided for seats that are gone, one decision after another.
local match = load()
if match.status ~= 'running' then return { 'over', match.version } end
if head(match) ~= expected or match.to_act ~= decisions[1].seat then
  return { 'stale', match.version }
end

credit_outage(match)
local now = now_ms(match)
for _, one in ipairs(decisions) do
  if one.next_seat == '' then
    finish(match, 'finished', result)
  else
    ask(match, one.next_seat, now, one.next_terms)
  end
  append(match, 'action', now, { seat = one.seat, action = one.action, auto = '1' })
end
local is_over = match.status ~= 'running'
notify(match, is_over and everyone(match) or ' ' .. match['player:' .. match.to_act])
return { 'done', match.version, text(now), is_over and '' or match.deadline }
