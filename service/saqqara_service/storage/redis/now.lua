-- Put before what asks for the time: Redis' own, in milliseconds since 1970.
local function now_ms()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
