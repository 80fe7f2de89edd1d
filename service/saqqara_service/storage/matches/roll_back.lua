-- Note in the log that the store has lost events which somebody was told; the seat to act is asked
-- anew, since the time until now was not its own. The note is later than all that was lost, whatever
-- this store's clock says: so nobody takes one of an earlier loss for it.
local match = load()
if match.status ~= 'running' then return { 'over', match.version } end
if head(match) ~= expected then return { 'stale', match.version } end
credit_outage(match)
local now = math.max(now_ms(match), lost_ms + 1)
ask(match, match.to_act, now, match.terms)
append(match, 'rolled_back', now, { lost_version = lost_version })
notify(match, ' ' .. match['player:' .. match.to_act])
return { 'done', match.version }
