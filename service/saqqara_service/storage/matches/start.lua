-- Let a match begin whose seats are all taken, with its secret seed in hex.
local match = load()
if match.status ~= 'open' then return { 'not_open' } end
for one = 0, match.players - 1 do
  if not match['player:' .. one] then return { 'seat_free' } end
end
if server_ms() < tonumber(match.start_at_ms or '0') then return { 'early' } end
redis.call('ZREM', TIMERS, match.id)
local now = now_ms(match)
put(match, 'away_ms', text(beat(BEAT)))
redis.call('SET', SEED, secret)
put(match, 'rules_version', rules_version)
put(match, 'commitment', commitment)
set_status(match, 'running')
ask(match, seat, now, terms)
append(match, 'started', now, {})
notify(match, everyone(match))
return { 'started' }
