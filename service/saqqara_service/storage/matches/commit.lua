-- Commit one action, once.
local match = load()
local field = seat .. ':' .. id
local seen = redis.call('HGET', ACTS, field)
if seen then return { 'seen', match.version, seen } end
if match.status ~= 'running' then return { 'over', match.version } end
local is_played = plays_itself(match, seat)
if not is_auto and is_played then
  return { match['flagged:' .. seat] == '1' and 'flagged' or 'resigned', match.version }
end
if head(match) ~= expected or match.to_act ~= seat then return { 'stale', match.version } end

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
  if not is_auto and ruling ~= 'in_time' then return { 'late', match.version } end
  if is_auto and ruling ~= 'default' then return { 'undue', match.version } end
  credited = credited + stood_ms(match)
  put(match, 'left:' .. seat, text(left))
  put(match, 'bank:' .. seat, text(bank))
  put(match, 'rtt:' .. seat, text(rtt))
end

local deadline, told = '', nil
if next_seat == '' then
  finish(match, 'finished', result)
  told = everyone(match)
else
  ask(match, next_seat, now, next_terms)
  deadline, told = match.deadline, ' ' .. match['player:' .. next_seat]
end
append(match, 'action', now, { seat = seat, action = action, auto = is_auto and '1' or '0',
  charged_ms = text(charged), credited_ms = text(credited) })
notify(match, told)

local outcome = table.concat({ payload, match.version, text(charged), text(credited),
  match['left:' .. seat] or '', match.status }, '|')
redis.call('HSET', ACTS, field, outcome)
return { 'done', match.version, outcome, text(now), deadline }
