-- Seat a player, which sits at most once in a match; only a bot has a version.
local match = load()
if match.status ~= 'open' then return { 'not_open' } end
for seat = 0, match.players - 1 do
  if match['player:' .. seat] == player then
    if wanted == '' or wanted == text(seat) then return { 'joined' } end
    return { 'elsewhere' }
  end
end
for seat = 0, match.players - 1 do
  local is_wanted = wanted == '' or wanted == text(seat)
  if is_wanted and not match['player:' .. seat] then
    redis.call('HSET', MATCH, 'player:' .. seat, player, 'name:' .. seat, name)
    if version == '' then
      redis.call('HSET', MATCH, 'person:' .. seat, '1')
    else
      redis.call('HSET', MATCH, 'version:' .. seat, version)
    end
    if hosted ~= '' then redis.call('HSET', MATCH, 'hosted:' .. seat, hosted) end
    match['player:' .. seat] = player
    set_timer(match)
    notify(match, '')
    notify_lobby(match)
    return { 'joined' }
  end
end
return { 'taken' }
