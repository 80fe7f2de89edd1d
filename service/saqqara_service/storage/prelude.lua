-- What every match script shares. KEYS come in the order of `MATCH_SCRIPT` in keys.py.
local MATCH, LOG, ACTS, SEED, DEADLINES, ENDED = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local BEAT = KEYS[11]
local INDEX = { open = KEYS[7], running = KEYS[8], finished = KEYS[9], void = KEYS[10] }
local NUDGES = 'saqqara:nudges'

local function load()
  local flat = redis.call('HGETALL', MATCH)
  local match = {}
  for i = 1, #flat, 2 do match[flat[i]] = flat[i + 1] end
  return match
end

local function text(number) return string.format('%.0f', number) end

-- Redis' own clock, never behind the match's last event.
local function now_ms(match)
  return math.max(server_ms(), tonumber(match.last_ms or '0'))
end

local function set_status(match, status)
  redis.call('ZREM', INDEX[match.status], match.index)
  redis.call('ZADD', INDEX[status], 0, match.index)
  redis.call('HSET', MATCH, 'status', status)
  match.status = status
end

local function lefts(match)
  local left = {}
  for seat = 0, match.players - 1 do left[seat + 1] = match['left:' .. seat] end
  return table.concat(left, ',')
end

-- One entry of the log; its id is the version, so an entry cannot be written twice. It tells what
-- the event led to, so it comes after `ask` or `finish`.
local function append(match, kind, now, fields)
  match.version = text(tonumber(match.version) + 1)
  if match.status == 'running' then
    table.insert(fields, 'to_act')
    table.insert(fields, match.to_act)
    table.insert(fields, 'deadline')
    table.insert(fields, match.deadline)
  end
  redis.call('XADD', LOG, match.version .. '-0', 'kind', kind, 'at_ms', text(now),
    'left_ms', lefts(match), 'status', match.status, unpack(fields))
  redis.call('HSET', MATCH, 'version', match.version, 'last_ms', text(now))
end

-- Move the running turn past the time when the service was away; to be done before any ruling.
local function credit_outage(match)
  local total = beat(BEAT)
  local away = total - tonumber(match.away_ms)
  if away == 0 then return end
  match.away_ms = text(total)
  match.turn_since = text(tonumber(match.turn_since) + away)
  match.deadline = text(tonumber(match.deadline) + away)
  redis.call('HSET', MATCH, 'away_ms', match.away_ms, 'turn_since', match.turn_since,
    'deadline', match.deadline)
  redis.call('ZADD', DEADLINES, match.deadline, match.id)
end

-- A seat whose time is gone is due at once: autoplay decides for it.
local function ask(match, seat, now, free_ms)
  local deadline = now
  if match['flagged:' .. seat] ~= '1' then
    deadline = now + tonumber(match['left:' .. seat]) + free_ms
  end
  match.to_act, match.deadline = seat, text(deadline)
  redis.call('HSET', MATCH, 'to_act', seat, 'turn_since', text(now), 'deadline', match.deadline,
    'away_ms', match.away_ms)
  redis.call('ZADD', DEADLINES, deadline, match.id)
end

-- The seed is revealed and the settling of a ladder match is called for.
local function finish(match, status, result)
  set_status(match, status)
  redis.call('HSET', MATCH, 'result', result, 'seed', redis.call('GET', SEED))
  redis.call('HDEL', MATCH, 'to_act', 'turn_since', 'deadline', 'away_ms')
  redis.call('ZREM', DEADLINES, match.id)
  if match.ladder_id then redis.call('SADD', ENDED, match.id) end
end

local function nudge(match, bots)
  redis.call('PUBLISH', NUDGES, match.id .. ' ' .. match.version .. bots)
end

local function everyone(match)
  local bots = ''
  for seat = 0, match.players - 1 do bots = bots .. ' ' .. match['bot:' .. seat] end
  return bots
end
