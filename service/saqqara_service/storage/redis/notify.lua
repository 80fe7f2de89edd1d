-- Publish that a topic has come to a version, for its followers and the feeds of these bots: each
-- after a space. `Notification` in topics.py reads it.
local function publish(topic, version, bots)
  redis.call('PUBLISH', CHANNEL, topic .. ' ' .. version .. bots)
end
