-- Note on a seat which runner plays for it, and how it is: until a while after the end.
-- When another runner takes over, what the bot has borne before is added.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local known, before = 'runner:' .. seat, 'runner_before:' .. seat
local stored = redis.call('HMGET', MATCH, 'status', 'last_ms', 'player:' .. seat, known, before)
local is_over = stored[1] ~= 'running' and now - tonumber(stored[2] or '0') > after_ms
if stored[3] ~= bot or stored[1] == 'open' or is_over then return { 'done' } end
local one = { runner_id = runner, speed_index = tonumber(speed_index), load = tonumber(load),
  thought_ms = thought_ms, starved_ms = starved_ms }
if stored[4] then
  local last = cjson.decode(stored[4])
  local thought, starved = string.match(stored[5] or '0 0', '^(%d+) (%d+)$')
  if last.runner_id ~= runner then
    thought, starved = last.thought_ms, last.starved_ms
    redis.call('HSET', MATCH, before, string.format('%.0f %.0f', thought, starved))
  end
  one.load = math.max(one.load, last.load)
  one.thought_ms = math.max(last.thought_ms, tonumber(thought) + thought_ms)
  one.starved_ms = math.max(last.starved_ms, tonumber(starved) + starved_ms)
end
redis.call('HSET', MATCH, known, cjson.encode(one))
return { 'done' }
