-- Publish that a topic has come to a version, for its followers and the feeds of these players: each
-- after a space; and when it is due next, if it is. `Notification` in topics.py reads it. The stream
-- keeps what was published lately for processes that did not hear of it; after a failover they all
-- begin again, so no replica needs it.
local KEPT_LATELY = 100
local function publish(moved, topic, version, players, due)
  local text = topic .. ' ' .. version .. players .. (due and ' @' .. due or '')
  redis.set_repl(redis.REPL_NONE)
  local id = redis.call('XADD', moved, 'MAXLEN', '~', KEPT_LATELY, '0-*', 'text', text)
  redis.set_repl(redis.REPL_ALL)
  local message = string.sub(id, 3) .. ' ' .. text
  redis.call('PUBLISH', CHANNEL, message)
  if string.find(topic, ':', 1, true) then redis.call('PUBLISH', CHANNEL .. ':news', message) end
end
