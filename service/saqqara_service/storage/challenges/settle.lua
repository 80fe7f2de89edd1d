-- All that follows from the end of a challenge is done.
local challenge = load()
if not challenge.id then return { 'done' } end
if challenge.status == 'pending' then return { 'done' } end
if match_id ~= '' and not challenge.match_id then
  put(challenge, 'match_id', match_id)
  notify_players(challenge)
end
redis.call('ZREM', TIMERS, challenge.id)
redis.call('PEXPIRE', CHALLENGE, string.format('%.0f', kept_ms), 'NX')
return { 'done' }
