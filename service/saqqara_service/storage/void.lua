-- End a running match without places. ARGV: the result.
local match = load()
if match.status ~= 'running' then return { 'over', match.version } end
local now = now_ms(match)
finish(match, 'void', ARGV[1])
append(match, 'voided', now, {})
nudge(match, everyone(match))
return { 'void', match.version }
