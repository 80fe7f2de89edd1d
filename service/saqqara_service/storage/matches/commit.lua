-- Commit one action. ARGV: seat, expected version, action id, payload hash, action, 'auto' or
-- 'bot', the seat to act next or '' when it is over, the terms of its clock or '', the service's
-- own time with the answer in ms, the round trip to the client in ms or '', the result or ''.
local seat, expected, id, payload, action, by, next_seat, next_terms = unpack(ARGV, 1, 8)
local own, rtt, result = tonumber(ARGV[9]), tonumber(ARGV[10]) or 0, ARGV[11]

local field = seat .. ':' .. id
local seen = redis.call('HGET', ACTS, field)
if seen then return { 'seen', seen } end

local match = load()
if match.status ~= 'running' then return { 'over', match.version } end
local is_played = plays_itself(match, seat)
if by == 'bot' and is_played then return { 'flagged', match.version } end
if match.version ~= expected or match.to_act ~= seat then return { 'stale', match.version } end

-- What an outage has been credited for is not credited again as time with the answer.
own = math.max(0, own - credit_outage(match))
local now = now_ms(match)
local charged, credited = 0, 0
if match.terms ~= '' and not is_played then
  local terms, elapsed = read_terms(match.terms), now - tonumber(match.turn_since)
  local bank, left, ruling
  credited, bank = credit(elapsed, terms, own, rtt, bank_of(match, seat))
  charged, left, ruling = charge(elapsed, terms, tonumber(match['left:' .. seat]), credited)
  if by == 'bot' and ruling ~= 'in_time' then return { 'late', match.version } end
  if by == 'auto' and ruling ~= 'default' then return { 'undue', match.version } end
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
  deadline, told = match.deadline, ' ' .. match['bot:' .. next_seat]
end
append(match, 'action', now, { seat = seat, action = action, auto = by == 'auto' and '1' or '0',
  charged_ms = text(charged), credited_ms = text(credited) })
notify(match, told)

local outcome = table.concat({ payload, match.version, text(charged), text(credited),
  match['left:' .. seat] or '', match.status }, '|')
redis.call('HSET', ACTS, field, outcome)
return { 'done', outcome, deadline }
