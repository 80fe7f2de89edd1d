-- Commit one action. ARGV: seat, expected version, action id, payload hash, action, 'auto' or
-- 'bot', the seat to act next or '' when it is over, increment_ms, cap_ms, free_ms, credit_ms,
-- the result or ''. The clock's formula is that of saqqara_contest/clocks.py.
local seat, expected, id, payload, action, by, next_seat = unpack(ARGV, 1, 7)
local increment, cap, free, credit = tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[10]), tonumber(ARGV[11])
local result = ARGV[12]

local field = seat .. ':' .. id
local seen = redis.call('HGET', ACTS, field)
if seen then return { 'seen', seen } end

local match = load()
if match.status ~= 'running' then return { 'over', match.version } end
local is_flagged = match['flagged:' .. seat] == '1'
if by == 'bot' and is_flagged then return { 'flagged', match.version } end
if match.version ~= expected or match.to_act ~= seat then return { 'stale', match.version } end

credit_outage(match)
local now = now_ms(match)
local left = tonumber(match['left:' .. seat])
local charged = 0
if not is_flagged then
  charged = math.max(0, now - tonumber(match.turn_since) - free - credit)
  if charged > left then return { 'late', match.version } end
  left = math.min(cap, left - charged + increment)
  match['left:' .. seat] = text(left)
  redis.call('HSET', MATCH, 'left:' .. seat, text(left))
end

local deadline = '0'
local told = nil
if next_seat == '' then
  finish(match, 'finished', result)
  told = everyone(match)
else
  ask(match, next_seat, now, free)
  deadline, told = match.deadline, ' ' .. match['bot:' .. next_seat]
end
append(match, 'action', now, { 'seat', seat, 'action', action, 'auto', by == 'auto' and '1' or '0',
  'charged_ms', text(charged) })
nudge(match, told)

local outcome = table.concat({ payload, match.version, text(charged), text(left), match.status }, '|')
redis.call('HSET', ACTS, field, outcome)
return { 'done', outcome, deadline }
