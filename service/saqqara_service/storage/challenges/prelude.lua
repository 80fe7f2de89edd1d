-- What every challenge script shares.
local FOLLOWED_UP_MS = 1000

local function text(number) return string.format('%.0f', number) end

local function load()
  local flat = redis.call('HGETALL', CHALLENGE)
  local challenge = {}
  for i = 1, #flat, 2 do challenge[flat[i]] = flat[i + 1] end
  return challenge
end

local function put(challenge, field, value)
  challenge[field] = value
  redis.call('HSET', CHALLENGE, field, value)
end

-- Where the answers lead: one that declines is enough.
local function outcome(challenge)
  local found = 'accepted'
  for player in string.gmatch(challenge.players, '[^ ]+') do
    local answer = challenge['answer:' .. player]
    if answer == 'declined' then return 'declined' end
    if not answer then found = 'pending' end
  end
  return found
end

-- Tell that it changed, once its policies have been looked at.
local function notify_players(challenge)
  put(challenge, 'version', text(tonumber(challenge.version) + 1))
  if challenge.considered then
    local topic = string.format(CHALLENGE_TOPIC, challenge.id)
    publish(MOVED, topic, challenge.version, ' ' .. challenge.players)
  end
end

-- Let the sweeps look after it, should whoever changes it not live to do so.
local function follow_up(challenge, now)
  redis.call('ZADD', TIMERS, text(now + FOLLOWED_UP_MS), challenge.id)
end

local function turn(challenge, status, now)
  put(challenge, 'status', status)
  follow_up(challenge, now)
  notify_players(challenge)
end

local function is_late(challenge, now)
  return now >= tonumber(challenge.expires_ms)
end
