-- Mark the seat to act when its time is gone.
local match = load()
if match.status ~= 'running' then return { 'over', match.version } end
local seat = match.to_act
if match['flagged:' .. seat] == '1' then return { 'flagged', match.version } end
credit_outage(match)
local now = now_ms(match)
if now <= tonumber(match.deadline) then return { 'early', match.version } end
local charged = match['left:' .. seat]
match['left:' .. seat], match['flagged:' .. seat] = '0', '1'
redis.call('HSET', MATCH, 'left:' .. seat, '0', 'flagged:' .. seat, '1')
ask(match, seat, now, 0)
append(match, 'flagged', now, { 'seat', seat, 'charged_ms', charged })
nudge(match, '')
return { 'flagged', match.version }
