-- Every replica beats in every bucket that has running clocks. A gap between two beats is time when
-- the service was away, whatever the cause: it is nobody's thinking time.
local GAP_MS = 1000

local function server_ms()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

-- Beat, and tell for how long the service has been away in this bucket since the beginning.
local function beat(key)
  local now = server_ms()
  local away = tonumber(redis.call('HGET', key, 'away_ms') or '0')
  local last = tonumber(redis.call('HGET', key, 'last_ms') or now)
  if now - last > GAP_MS then
    away = away + now - last
    redis.call('HSET', key, 'away_ms', string.format('%.0f', away))
  end
  redis.call('HSET', key, 'last_ms', string.format('%.0f', now))
  return away
end
