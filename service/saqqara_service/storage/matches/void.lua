-- End a match without places.
local match = load()
if match.status == 'void' then return { 'done', match.version } end
if match.status == 'finished' then return { 'over', match.version } end
local now = now_ms(match)
finish(match, 'void', result)
append(match, 'voided', now, {})
notify(match, everyone(match))
return { 'done', match.version }
