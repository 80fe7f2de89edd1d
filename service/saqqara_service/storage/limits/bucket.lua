-- Take from a bucket that fills evenly: ARGV[1] how long it takes to fill, ARGV[2] what is taken.
-- ARGV[3]: `take` only what is there, or `owe` what was spent already: a debt, of ARGV[4] at most,
-- that fills up first. Kept is the instant when it will be full again, no longer than until then.
-- What is kept here is not worth a disk write: a Redis that comes back forgives.
redis.set_repl(redis.REPL_NONE)
local most, cost, debt = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[4])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local full = tonumber(redis.call('GET', KEYS[1]) or '0')

local function keep(lacking)
  redis.call('SET', KEYS[1], string.format('%.0f', now + lacking), 'PX', math.ceil(lacking / 1000))
end

if full - now > most + debt then keep(most + debt) end -- the clock was set back, or it holds less now
local lacking = math.max(0, math.min(full - now, most + debt))
if ARGV[3] == 'owe' then
  lacking = math.min(lacking + cost, most + debt)
  keep(lacking)
  return { 'owed', string.format('%.0f', lacking) }
end
if lacking + cost > most then return { 'empty', string.format('%.0f', lacking) } end
keep(lacking + cost)
return { 'taken', string.format('%.0f', lacking + cost) }
