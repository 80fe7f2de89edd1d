-- ARGV: rules version, seed in hex, commitment, first seat to act, its terms. All seats must be taken.
local match = load()
if match.status ~= 'open' then return { 'not_open' } end
for seat = 0, match.players - 1 do
  if not match['bot:' .. seat] then return { 'seat_free' } end
end
if server_ms() < tonumber(match.start_at_ms or '0') then return { 'early' } end
redis.call('ZREM', TIMERS, match.id)
local now = now_ms(match)
put(match, 'away_ms', text(beat(BEAT)))
redis.call('SET', SEED, ARGV[2])
put(match, 'rules_version', ARGV[1])
put(match, 'commitment', ARGV[3])
set_status(match, 'running')
ask(match, ARGV[4], now, ARGV[5])
append(match, 'started', now, {})
notify(match, everyone(match))
return { 'started' }
