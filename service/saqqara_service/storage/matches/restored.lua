-- Note in the log that the store was restored: nobody knows how much was told after the backup.
-- The clock stays as it is; the time until somebody serves the match is credited as an outage.
local match = load()
if match.status ~= 'running' then return { 'done' } end
append(match, 'rolled_back', now_ms(match), {})
return { 'done' }
