-- Mark the seat to act when its time is gone; says how late that is.
local match = load()
if match.status ~= 'running' then return { 'over', match.version } end
local seat = match.to_act
if match['flagged:' .. seat] == '1' then return { 'flagged', match.version } end
credit_outage(match)
local now = now_ms(match)
local late = now - tonumber(match.deadline)
if late <= 0 then return { 'early', match.version } end
local charged = match['left:' .. seat]
match['left:' .. seat], match['flagged:' .. seat] = '0', '1'
redis.call('HSET', MATCH, 'left:' .. seat, '0', 'flagged:' .. seat, '1')
ask(match, seat, now, 0)
append(match, 'flagged', now, { 'seat', seat, 'charged_ms', charged })
nudge(match, '')
return { 'late', match.version, text(late) }
