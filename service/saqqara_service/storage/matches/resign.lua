-- A seat gives up; with a result that ends the match.
local match = load()
if match['resigned:' .. seat] == '1' then return { 'done', match.version } end
if match.status ~= 'running' then return { 'over', match.version } end
if head(match) ~= expected then return { 'stale', match.version } end

credit_outage(match)
local now = now_ms(match)
put(match, 'resigned:' .. seat, '1')
local is_end = result ~= ''
if is_end then
  finish(match, 'finished', result)
elseif match.to_act == seat then
  ask(match, seat, now, match.terms)
end
append(match, 'resigned', now, { seat = seat })
notify(match, is_end and everyone(match) or '')
return { 'done', match.version }
