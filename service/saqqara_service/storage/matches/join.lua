-- Seat a bot, which sits at most once in a match.
local match = load()
if match.status ~= 'open' then return { 'not_open' } end
for seat = 0, match.players - 1 do
  if match['bot:' .. seat] == bot then
    if wanted == '' or wanted == text(seat) then return { 'joined' } end
    return { 'elsewhere' }
  end
end
for seat = 0, match.players - 1 do
  local is_wanted = wanted == '' or wanted == text(seat)
  if is_wanted and not match['bot:' .. seat] then
    redis.call('HSET', MATCH, 'bot:' .. seat, bot, 'name:' .. seat, name, 'version:' .. seat, version)
    match['bot:' .. seat] = bot
    set_timer(match)
    notify(match, '')
    return { 'joined' }
  end
end
return { 'taken' }
