-- Commit one action, once.
local match = load()
local field = seat .. ':' .. id

-- What became of the same id before: it is answered first, whatever else is true.
local function seen()
  local outcome = redis.call('HGET', ACTS, field)
  if outcome then return { 'seen', match.version, outcome } end
end

if match.status ~= 'running' then return seen() or { 'over', match.version } end
local is_played = plays_itself(match, seat)
if not is_auto and is_played then
  return seen() or { match['flagged:' .. seat] == '1' and 'flagged' or 'resigned', match.version }
end
if head(match) ~= expected or match.to_act ~= seat then
  return seen() or { 'stale', match.version }
end

-- What an outage has been credited for is not credited again as time with the answer.
own = math.max(0, own - credit_outage(match))
local now = now_ms(match)
local charged, credited = 0, 0
rtt = rtt or 0
if match.terms ~= '' and not is_played then
  local terms, elapsed = read_terms(match.terms), now - tonumber(match.turn_since)
  local bank, left, ruling
  credited, bank = credit(elapsed, terms, own, rtt, bank_of(match, seat))
  charged, left, ruling = charge(elapsed, terms, tonumber(match['left:' .. seat]), credited, cpu)
  if not is_auto and ruling ~= 'in_time' then return seen() or { 'late', match.version } end
  if is_auto and ruling ~= 'default' then return seen() or { 'undue', match.version } end
  credited = credited + stood_ms(match)
  put(match, 'left:' .. seat, text(left))
  put(match, 'bank:' .. seat, text(bank))
  put(match, 'rtt:' .. seat, text(rtt))
end

-- The first write but for the beat: an id that was seen changes nothing.
local is_end = next_seat == ''
local outcome = table.concat({ payload, text(match.version + 1), text(charged), text(credited),
  match['left:' .. seat] or '', is_end and 'finished' or 'running' }, '|')
if redis.call('HSETNX', ACTS, field, outcome) == 0 then return seen() end

if is_end then
  finish(match, 'finished', result)
else
  ask(match, next_seat, now, next_terms)
end
append(match, 'action', now, { seat = seat, action = action, note = note, auto = is_auto and '1' or '0',
  charged_ms = text(charged), credited_ms = text(credited) })
notify(match, is_end and everyone(match) or ' ' .. match['player:' .. next_seat])
return { 'done', match.version, outcome, text(now), is_end and '' or match.deadline }
