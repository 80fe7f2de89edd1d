-- ARGV: bot id, bot name, seat or '' for any free one, the bot's version. A bot sits at most once in a match.
local match = load()
local bot, name, wanted = ARGV[1], ARGV[2], ARGV[3]
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
    redis.call('HSET', MATCH, 'bot:' .. seat, bot, 'name:' .. seat, name, 'version:' .. seat, ARGV[4])
    match['bot:' .. seat] = bot
    set_timer(match)
    notify(match, '')
    return { 'joined' }
  end
end
return { 'taken' }
