-- Take from a bucket that fills evenly. Kept is the instant when it will be full again, no longer
-- than until then. What is kept here is not worth a disk write: a Redis that comes back forgives.
redis.set_repl(redis.REPL_NONE)
local most, cost = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local full = tonumber(redis.call('GET', KEYS[1]) or '0')

local function keep(lacking)
  redis.call('SET', KEYS[1], string.format('%.0f', now + lacking), 'PX', math.ceil(lacking / 1000))
end

if full - now > most then keep(most) end -- the clock was set back, or the budget made smaller
local lacking = math.max(0, math.min(full - now, most))
if lacking + cost > most then return { 'empty', string.format('%.0f', lacking) } end
keep(lacking + cost)
return { 'taken', string.format('%.0f', lacking + cost) }
