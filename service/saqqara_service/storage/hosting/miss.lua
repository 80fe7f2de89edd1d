-- A runner could not start a submission: others try it first, and it tries again later.
-- A miss stands as `<shunned until> <told against the program until>`, in ms.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local function instant(ms) return string.format('%.0f', ms) end
if redis.call('HGET', HOSTING_HOLDERS, id) ~= runner then return { 'known' } end
redis.call('HDEL', HOSTING_HOLDERS, id)
redis.call('ZREM', HOSTING_LEASES, id)
redis.call('HDEL', HOSTING_READY, id)
local against_until = is_own and instant(now + against_ms) or '0'
redis.call('HSET', HOSTING_MISSES, id .. ' ' .. runner, instant(now + shun_ms) .. ' ' .. against_until)
if not is_own then return { 'another' } end

-- The program is at fault if two runners say so, or the only one that there is.
local blaming, others = 1, 0
local living = redis.call('ZRANGEBYSCORE', RUNNERS, instant(now - present_ms), '+inf')
for _, one in ipairs(living) do
  local row = redis.call('HGET', RUNNER_ROWS, one)
  if one ~= runner and row and cjson.decode(row).places > 0 then others = others + 1 end
end
local misses = redis.call('HGETALL', HOSTING_MISSES)
for i = 1, #misses, 2 do
  local submission, who = string.match(misses[i], '^(%S+) (.*)$')
  local told = tonumber(string.match(misses[i + 1], ' (%d+)$'))
  if submission == id and who ~= runner and told > now then blaming = blaming + 1 end
end
if blaming == 1 and others > 0 then return { 'another' } end
return { 'refused' }
