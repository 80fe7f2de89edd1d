-- A seat agrees to call the match off, before anybody has acted.
local match = load()
if match['abort:' .. seat] == '1' then return { 'done', match.version } end
if match.status ~= 'running' then return { 'over', match.version } end
if head(match) ~= expected then return { 'stale', match.version } end
if has_begun then return { 'begun', match.version } end

credit_outage(match)
local now = now_ms(match)
put(match, 'abort:' .. seat, '1')
local agree = true
for other = 0, match.players - 1 do
  agree = agree and (match['abort:' .. other] == '1' or plays_itself(match, other))
end
if agree then finish(match, 'void', result) end
append(match, agree and 'aborted' or 'abort_agreed', now, { seat = seat })
notify(match, agree and everyone(match) or '')
return { 'done', match.version }
