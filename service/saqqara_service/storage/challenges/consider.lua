-- The policies of all bots have been looked at: from now on the others are asked.
local challenge = load()
if not challenge.id then return { 'done' } end
if challenge.considered then return { 'done' } end
put(challenge, 'considered', '1')
if challenge.status == 'pending' then
  redis.call('ZADD', TIMERS, challenge.expires_ms, challenge.id)
end
notify_players(challenge)
return { 'done' }
