-- All that follows from the end of a challenge is done. ARGV: the match that was made, or ''.
local challenge = load()
if not challenge.id then return { 'gone' } end
if challenge.status == 'pending' then return { 'pending' } end
if ARGV[1] ~= '' and not challenge.match_id then
  put(challenge, 'match_id', ARGV[1])
  tell(challenge)
end
redis.call('ZREM', TIMERS, challenge.id)
redis.call('PEXPIRE', CHALLENGE, KEPT_MS, 'NX')
return { 'done' }
