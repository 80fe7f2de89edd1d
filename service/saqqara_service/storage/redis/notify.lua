-- Publish that a topic has come to a version, for its followers and the feeds of these players: each
-- after a space. `Notification` in topics.py reads it.
local function publish(topic, version, players)
  redis.call('PUBLISH', CHANNEL, topic .. ' ' .. version .. players)
end
