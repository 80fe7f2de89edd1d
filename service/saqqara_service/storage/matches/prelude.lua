-- What every match script shares.
local INDEX = { open = OPEN, running = RUNNING, finished = FINISHED, void = VOID }
local FOLLOWED_UP_MS = 1000
local PAID_UP_MS = 60000

-- A match that is not there, deleted or lost with a failover, is no match that is over: a reply of
-- `over` without a version would be cut off at the `nil`.
local function load()
  local flat = redis.call('HGETALL', MATCH)
  if #flat == 0 then error({ err = 'GONE match' }) end
  local match = {}
  for i = 1, #flat, 2 do match[flat[i]] = flat[i + 1] end
  return match
end

-- Which event was the last one. After a failover the log may have gone back and grown again: then
-- the same version is another event, of another instant.
local function head(match) return match.version .. '@' .. (match.last_ms or '0') end

local function text(number) return string.format('%.0f', number) end

-- What is to be written of the match, all at once when the event is.
local changes = {}

local function put(match, field, value)
  match[field] = value
  table.insert(changes, field)
  table.insert(changes, value)
end

local function save()
  if #changes > 0 then redis.call('HSET', MATCH, unpack(changes)) end
  changes = {}
end

-- Redis' own clock, never behind the match's last event.
local function now_ms(match)
  return math.max(server_ms(), tonumber(match.last_ms or '0'))
end

local LOBBY_RANK = { open = 1, running = 100, finished = 200, void = 200 }

-- Tell the lobby that a match is new, has another player or another status.
local function notify_lobby(match)
  local taken = 0
  for seat = 0, match.players - 1 do
    if match['player:' .. seat] then taken = taken + 1 end
  end
  publish(MOVED, string.format(LOBBY_TOPIC, match.id), LOBBY_RANK[match.status] + taken, '')
end

local function set_status(match, status)
  redis.call('ZREM', INDEX[match.status], match.index)
  redis.call('ZADD', INDEX[status], 0, match.index)
  put(match, 'status', status)
  notify_lobby(match)
end

local function lefts(match)
  local left = {}
  for seat = 0, match.players - 1 do left[seat + 1] = match['left:' .. seat] or '' end
  return table.concat(left, ',')
end

-- One entry of the log; its id is the version, so an entry cannot be written twice. It tells what
-- the event led to, so it comes after `ask` or `finish`. Each entry has the same fields in the same
-- order, some of them empty: then Redis keeps their names once for many entries. Rare fields come
-- last, and only where they are.
local function append(match, kind, now, fields)
  put(match, 'version', text(tonumber(match.version) + 1))
  put(match, 'last_ms', text(now))
  local is_running = match.status == 'running'
  local entry = { 'kind', kind, 'at_ms', text(now),
    'left_ms', lefts(match), 'status', match.status, 'seat', fields.seat or '',
    'action', fields.action or '', 'auto', fields.auto or '0',
    'charged_ms', fields.charged_ms or '0', 'credited_ms', fields.credited_ms or '0',
    'to_act', is_running and match.to_act or '', 'deadline', is_running and match.deadline or '' }
  for _, name in ipairs({ 'lost_version', 'note' }) do
    if (fields[name] or '') ~= '' then
      table.insert(entry, name)
      table.insert(entry, fields[name])
    end
  end
  redis.call('XADD', LOG, match.version .. '-0', unpack(entry))
  save()
end

-- A seat for which autoplay decides as soon as it is asked: it has no clock.
local function plays_itself(match, seat)
  return match['flagged:' .. seat] == '1' or match['resigned:' .. seat] == '1'
end

-- Whether others have resigned, so that without this seat too at most one is left to decide.
local function leaves_nobody(match, seat)
  local left, is_given_up = 0, false
  for other = 0, match.players - 1 do
    is_given_up = is_given_up or match['resigned:' .. other] == '1'
    if tostring(other) ~= seat and not plays_itself(match, other) then left = left + 1 end
  end
  return is_given_up and left <= 1
end

-- How long after the deadline to rule: an answer in time may be on its way, or in a replica's hands.
local function grace_ms(match, seat)
  local lag = math.min(tonumber(match['rtt:' .. seat] or '0'), bank_of(match, seat))
  return lag + IN_HAND_MS
end

-- When a sweep plays on for a seat that is gone, should whoever asked it not live to do so.
local function follow_up_ms(match) return tonumber(match.deadline) + FOLLOWED_UP_MS end

-- Let the sweeps find the match when its deadline is over; an untimed one has none.
local function schedule(match)
  if match.deadline == '' then
    redis.call('ZREM', DEADLINES, match.id)
    return
  end
  local due = plays_itself(match, match.to_act) and follow_up_ms(match)
    or tonumber(match.deadline) + grace_ms(match, match.to_act)
  match.due = text(due)
  redis.call('ZADD', DEADLINES, match.due, match.id)
end

-- Move the running turn past the time when the service was away; to be done before any ruling.
-- Answers how long it was.
local function credit_outage(match)
  local total = beat(BEAT)
  local away = total - tonumber(match.away_ms)
  if away == 0 then return 0 end
  put(match, 'away_ms', text(total))
  put(match, 'turn_since', text(tonumber(match.turn_since) + away))
  if match.deadline ~= '' then put(match, 'deadline', text(tonumber(match.deadline) + away)) end
  save()
  schedule(match)
  return away
end

-- How long the process of who is asked has stood still in the running turn, as far as is credited.
local function stood_ms(match)
  local version, stood = string.match(match.stood or '', '^(%d+) (%d+)$')
  return version == match.version and tonumber(stood) or 0
end

-- Ask a seat under the terms of its clock; without terms there is no deadline.
local function ask(match, seat, now, terms)
  local deadline = ''
  if plays_itself(match, seat) then
    deadline = text(now)
  elseif terms ~= '' then
    local clock = read_terms(terms)
    deadline = text(
      now + math.min(tonumber(match['left:' .. seat]) + clock.free, clock.bound) * clock.wall)
  end
  put(match, 'to_act', seat)
  put(match, 'turn_since', text(now))
  put(match, 'terms', terms)
  put(match, 'deadline', deadline)
  schedule(match)
end

-- The seed is revealed, if there is one yet, and the settling of a ladder match is called for.
local function finish(match, status, result)
  save()
  set_status(match, status)
  put(match, 'result', result)
  local seed = redis.call('GET', SEED)
  if seed then put(match, 'seed', seed) end
  redis.call('HDEL', MATCH, 'to_act', 'turn_since', 'terms', 'deadline', 'away_ms', 'stood_until', 'stood')
  redis.call('ZREM', DEADLINES, match.id)
  redis.call('ZADD', OVER, text(now_ms(match)), match.id)
  redis.call('PEXPIRE', PAYERS, PAID_UP_MS)
  if match.ladder_id then redis.call('SADD', ENDED, match.id) end
end

local function notify(match, players)
  publish(MOVED, match.id, match.version, players, match.due)
end

local function everyone(match)
  local players = ''
  for seat = 0, match.players - 1 do
    local player = match['player:' .. seat]
    if player then players = players .. ' ' .. player end
  end
  return players
end

-- Let the sweeps start the match when it is due, should whoever fills it not live to do so.
local function set_timer(match)
  if match.starts_when_full ~= '1' then return end
  for seat = 0, match.players - 1 do
    if not match['player:' .. seat] then return end
  end
  local due = math.max(tonumber(match.start_at_ms or '0'), server_ms() + FOLLOWED_UP_MS)
  redis.call('ZADD', TIMERS, text(due), match.id)
end
