-- Tell a bot's feed that its entry has changed.
local function notice(bot)
  local version = redis.call('HINCRBY', LADDER_NOTICES, bot, 1)
  publish(LADDER_MOVED, string.format(ENTRY_TOPIC, ladder_id, bot), version, ' ' .. bot)
end
