-- Tell a bot's feed that its entry has changed. KEYS[1] is the ladder.
local function notify(notices, bot)
  local version = redis.call('HINCRBY', notices, bot, 1)
  local ladder = string.match(KEYS[1], '^{ladder:(.+)}$')
  redis.call('PUBLISH', 'saqqara:notifications', 'entry:' .. ladder .. ':' .. bot .. ' ' .. version .. ' ' .. bot)
end
