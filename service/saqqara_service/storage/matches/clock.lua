-- The clock's formula, the same as in saqqara_contest/clocks.py.
local LAG_START_MS, LAG_GAIN_MS, LAG_CAP_MS = 300, 100, 700
local IN_HAND_MS = 30

-- Terms are written `increment,cap,free,bound,wall`, all but the last in milliseconds.
local function read_terms(written)
  local increment, cap, free, bound, wall =
    string.match(written, '^(%d+),(%d+),(%d+),(%d+),(%d+)$')
  return {
    increment = tonumber(increment), cap = tonumber(cap),
    free = tonumber(free), bound = tonumber(bound), wall = tonumber(wall),
  }
end

-- What a decision is charged, what is left then, and the ruling: `in_time`, `default` or `flag`.
-- Where nobody has measured processor time (`cpu`), all that has passed counts.
local function charge(elapsed, terms, left, credited, cpu)
  local passed = math.max(0, elapsed - credited)
  local used = math.max(math.ceil(passed / terms.wall), math.min(cpu or passed, passed))
  local charged = math.max(0, math.min(used, terms.bound) - terms.free)
  if charged > left then return left, 0, 'flag' end
  if used > terms.bound then return charged, math.min(terms.cap, left - charged), 'default' end
  return charged, math.min(terms.cap, left - charged + terms.increment), 'in_time'
end

-- What is credited of the service's own time and of the lag, and the bank of lag credit then.
local function credit(elapsed, terms, own, rtt, bank)
  local owed = math.max(0, elapsed - math.min(terms.free, terms.bound))
  own = math.min(own, owed)
  local lag = math.min(rtt, bank, owed - own)
  return own + lag, math.min(LAG_CAP_MS, bank - lag + LAG_GAIN_MS)
end

local function bank_of(match, seat)
  return tonumber(match['bank:' .. seat] or LAG_START_MS)
end
