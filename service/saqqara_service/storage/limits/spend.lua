-- Take from a bucket that fills evenly. Kept is the instant when it will be full again, no longer
-- than until then; a debt fills up first.
-- What is kept here is not worth a disk write: a Redis that comes back forgives.
redis.set_repl(redis.REPL_NONE)
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local full = tonumber(redis.call('GET', BUDGET) or '0')

local function keep(lacking)
  if lacking <= 0 then return redis.call('DEL', BUDGET) end
  redis.call('SET', BUDGET, string.format('%.0f', now + lacking), 'PX', math.ceil(lacking / 1000))
end

if full - now > fill + debt then keep(fill + debt) end -- the clock was set back, or it holds less now
local lacking = math.max(0, math.min(full - now, fill + debt))
if owes then
  lacking = math.max(0, math.min(lacking + cost, fill + debt))
  keep(lacking)
  return { 'owed', string.format('%.0f', lacking) }
end
if lacking + cost > fill then return { 'empty', string.format('%.0f', lacking) } end
keep(lacking + cost)
return { 'taken', string.format('%.0f', lacking + cost) }
