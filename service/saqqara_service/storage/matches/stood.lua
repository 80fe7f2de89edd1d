-- The process that serves the player stood still from one instant to another, by Redis' clock: that
-- is nobody's thinking time. What was credited once, here or as an outage, is not credited again.
local match = load()
if match.status ~= 'running' then return { 'done' } end
local seat = match.to_act
if match['player:' .. seat] ~= player or plays_itself(match, seat) or match.deadline == '' then
  return { 'done' }
end
if credit_outage(match) > 0 then began = ended end
local since = math.max(began, tonumber(match.turn_since), tonumber(match.stood_until or '0'))
ended = math.min(ended, server_ms())
local stood = ended - since
put(match, 'stood_until', text(ended))
if stood > 0 then
  put(match, 'stood', match.version .. ' ' .. text(stood_ms(match) + stood))
  put(match, 'turn_since', text(tonumber(match.turn_since) + stood))
  put(match, 'deadline', text(tonumber(match.deadline) + stood))
end
save()
schedule(match)
return { 'done' }
