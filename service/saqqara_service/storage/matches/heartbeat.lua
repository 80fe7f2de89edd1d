-- Every replica beats in every bucket that has running clocks. A gap between two beats is time when
-- the service was away, whatever the cause: it is nobody's thinking time.
-- A beat is written down only so often: a busy bucket has one with every action.
local GAP_MS, NOTED_MS = 1000, 100

-- Redis' clock stands still while a script runs.
local running_ms = nil

local function server_ms()
  if not running_ms then
    local time = redis.call('TIME')
    running_ms = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
  end
  return running_ms
end

-- Beat, and tell for how long the service has been away in this bucket since the beginning.
local function beat(key)
  local now = server_ms()
  local noted = redis.call('HMGET', key, 'away_ms', 'last_ms')
  local away, last = tonumber(noted[1] or '0'), tonumber(noted[2] or '0')
  if last > 0 and now - last > GAP_MS then
    away = away + now - last
    redis.call('HSET', key, 'away_ms', string.format('%.0f', away))
  end
  if now < last or now - last > NOTED_MS then -- the clock may have been set back
    redis.call('HSET', key, 'last_ms', string.format('%.0f', now))
  end
  return away
end
