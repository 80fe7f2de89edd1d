-- Rule on the seat to act when its time is gone; says how late that is. A sweep leaves time for an
-- answer that may be on its way. `cpu` is what an answer has cost that was too late for its clock,
-- which the wall may still allow.
local match = load()
if match.status ~= 'running' then return { 'over', match.version } end
local seat = match.to_act
if plays_itself(match, seat) then
  local is_early = is_swept and server_ms() < follow_up_ms(match)
  if is_early then schedule(match) end  -- another release may have set it for at once
  return { is_early and 'early' or 'flagged', match.version }
end
if match.deadline == '' then return { 'early', match.version } end
local away = credit_outage(match)
local now, left, terms = now_ms(match), tonumber(match['left:' .. seat]), read_terms(match.terms)
if patience > 0 and away > math.max(patience, (left + terms.free) * terms.wall) then
  finish(match, 'void', outage)
  append(match, 'voided', now, {})
  notify(match, everyone(match))
  return { 'over', match.version }
end
local grace = is_swept and grace_ms(match, seat) or 0
local late = now - tonumber(match.deadline)
local charged, _, ruling = charge(now - tonumber(match.turn_since), terms, left, 0, cpu or 0)
local is_spent = cpu and ruling ~= 'in_time'
if late <= grace and not is_spent then return { 'early', match.version } end
late = math.max(late, 0)
if ruling == 'default' then return { 'default', match.version, text(late) } end
local is_forfeit = match.on_flag == 'forfeit' or leaves_nobody(match, seat)
if is_forfeit and expected ~= head(match) then return { 'forfeit', match.version, text(late) } end

put(match, 'left:' .. seat, '0')
put(match, 'flagged:' .. seat, '1')
if is_forfeit then
  finish(match, 'finished', result)
else
  ask(match, seat, now, match.terms)
end
append(match, 'flagged', now, { seat = seat, charged_ms = text(charged) })
notify(match, is_forfeit and everyone(match) or '')
return { 'flagged', match.version, text(late) }
