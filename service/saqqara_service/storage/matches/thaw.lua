-- Let a clock go on where it stood when play was stopped. Nobody's time runs before who was refused
-- had the time to come again. How long it stood ends no match, and no event tells of it.
local match = load()
if match.status ~= 'running' then return { 'done' } end
credit_outage(match)
put(match, 'turn_since', text(tonumber(match.turn_since) + again_ms))
if match.deadline ~= '' then put(match, 'deadline', text(tonumber(match.deadline) + again_ms)) end
save()
schedule(match)
return { 'done' }
