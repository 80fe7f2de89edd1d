-- A runner lives: prolong its leases, take back what nobody wants, and give it what is most urgent.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local function instant(ms) return string.format('%.0f', ms) end

-- The clock may have been set back: what is later than it can be holds nothing for that long.
local function clamp(instants, latest)
  for _, one in ipairs(redis.call('ZRANGEBYSCORE', instants, '(' .. instant(latest), '+inf')) do
    redis.call('ZADD', instants, instant(latest), one)
  end
end
clamp(RUNNERS, now)
clamp(HOSTING_WANTED, now)
clamp(HOSTING_LEASES, now + lease_ms)

local known, seen = redis.call('HGET', RUNNER_ACCOUNTS, runner), redis.call('ZSCORE', RUNNERS, runner)
if known and known ~= account and tonumber(seen or '0') > now - present_ms then return { 'taken' } end
redis.call('HSET', RUNNER_ACCOUNTS, runner, account)
redis.call('ZADD', RUNNERS, instant(now), runner)
redis.call('HSET', RUNNER_ROWS, runner, row)
for _, one in ipairs(redis.call('ZRANGEBYSCORE', RUNNERS, '-inf', instant(now - forget_ms))) do
  redis.call('ZREM', RUNNERS, one)
  redis.call('HDEL', RUNNER_ROWS, one)
  redis.call('HDEL', RUNNER_ACCOUNTS, one)
end

local function drop(id)
  redis.call('HDEL', HOSTING_HOLDERS, id)
  redis.call('ZREM', HOSTING_LEASES, id)
  redis.call('HDEL', HOSTING_READY, id)
end
for _, id in ipairs(redis.call('ZRANGEBYSCORE', HOSTING_WANTED, '-inf', instant(now - idle_ms))) do
  redis.call('ZREM', HOSTING_WANTED, id)
  redis.call('HDEL', HOSTING_SINCE, id)
end
for _, id in ipairs(redis.call('ZRANGEBYSCORE', HOSTING_LEASES, '-inf', instant(now))) do drop(id) end

-- Since when each is wanted; what nobody has wanted for seconds is kept, but not begun.
local never, since = math.huge, {}
for _, id in ipairs(redis.call('ZRANGE', HOSTING_WANTED, 0, -1)) do
  local from, at = string.match(redis.call('HGET', HOSTING_SINCE, id) or '', '^(%d+) (%d+)$')
  local is_fresh = from and tonumber(at) > now - fresh_ms and tonumber(at) <= now + idle_ms
  since[id] = is_fresh and tonumber(from) or never
end
-- What it could not start of late is for others first.
local shunned = {}
local misses = redis.call('HGETALL', HOSTING_MISSES)
for i = 1, #misses, 2 do
  local id, who = string.match(misses[i], '^(%S+) (.*)$')
  local till, told = string.match(misses[i + 1], '^(%d+) (%d+)$')
  if tonumber(till) > now then
    shunned[id] = shunned[id] or who == runner
  elseif tonumber(told) <= now then
    redis.call('HDEL', HOSTING_MISSES, misses[i])
  end
end
-- Which begin no match, since when, so that others have their places. One whose match plays on for
-- too long counts like those outside ladders.
local AT_PLAY, FREE_PLAY = 0, 1
local drains = {}
local drained = redis.call('HGETALL', HOSTING_DRAINS)
for i = 1, #drained, 2 do
  local id, at = drained[i], math.min(now, tonumber(drained[i + 1]))
  if not since[id] then
    redis.call('HDEL', HOSTING_DRAINS, id)
  else
    drains[id] = at
    if since[id] == AT_PLAY and now - at >= drain_ms then since[id] = FREE_PLAY end
  end
end
local owners = {}
local function owner(id)
  owners[id] = owners[id] or redis.call('HGET', HOSTING_ACCOUNTS, id) or id
  return owners[id]
end
local function is_check(id) return redis.call('ZSCORE', SUBMISSIONS_PENDING, id) end
-- All places of an account, and those that it uses: elsewhere a program waits for others of its match.
local mine, free, places_of, used_of = {}, {}, {}, {}
local function count(counts, id, more) counts[owner(id)] = (counts[owner(id)] or 0) + more end
local held = redis.call('HGETALL', HOSTING_HOLDERS)
for i = 1, #held, 2 do
  if not since[held[i]] then
    drop(held[i])
  else
    count(places_of, held[i], 1)
    if since[held[i]] <= FREE_PLAY or is_check(held[i]) then count(used_of, held[i], 1) end
    if held[i + 1] == runner then table.insert(mine, held[i]) end
  end
end
for id, from in pairs(since) do
  if from < never and not shunned[id] and redis.call('HEXISTS', HOSTING_HOLDERS, id) == 0 then table.insert(free, id) end
end

-- Shares by account: a program's turn is how many places its account has by then. All programs of a
-- match are wanted since the same instant, and get the turn of the account that has most. A match of
-- a ladder under way goes first; others, which owners begin as they like, count like all that wait.
local turn, has, line = {}, {}, {}
local function has_waited(id) return now - since[id] > patience_ms or since[id] > now + idle_ms end
for id, from in pairs(since) do
  turn[id] = never
  if from == AT_PLAY then
    turn[id] = -1
    has[owner(id)] = (has[owner(id)] or 0) + 1
  elseif from < never then
    table.insert(line, id)
  end
end
local function is_first(one, other)
  if turn[one] ~= turn[other] then return turn[one] < turn[other] end
  if since[one] ~= since[other] then return since[one] < since[other] end
  return one < other
end
table.sort(line, is_first)
local first = 1
while first <= #line do
  local last, most = first, has[owner(line[first])] or 0
  while since[line[first]] > FREE_PLAY and since[line[last + 1]] == since[line[first]] do
    last = last + 1
    most = math.max(most, has[owner(line[last])] or 0)
  end
  for place = first, last do
    local id = line[place]
    turn[id] = most
    has[owner(id)] = (has[owner(id)] or 0) + 1
  end
  first = last + 1
end
for id in pairs(drains) do -- what has drained for long gives way to an account that has nothing
  if since[id] == FREE_PLAY then turn[id] = math.max(1, turn[id]) end
end
table.sort(mine, is_first)
table.sort(free, is_first)

-- Which of its own gives way to another, by its place: the last in turn, but a check under way only
-- to a bot with a match. It would have to begin anew, and those that wait are none the better for it.
local checks = {}
local function may_take(id, last)
  if is_check(last) and since[id] > FREE_PLAY or since[last] == AT_PLAY then return false end
  if since[last] == never then return true end
  return has_waited(id) and is_first(id, last)
end
local function giving_way(id)
  for place = #mine, 1, -1 do
    if may_take(id, mine[place]) then return place end
  end
end

-- Where ladders have all places, a program of the account that has most drains: one place more than
-- an account that waits and uses none, else two. Its matches under way are played to their ends. A
-- drain that has begun goes on while anybody waits, and begins for who has waited for a while.
local draining = {}
local function drain_for(id)
  local own, best, most = used_of[owner(id)] or 0, nil, 0
  local least = own + (own > 0 and 2 or 1)
  for _, one in ipairs(mine) do
    local some = places_of[owner(one)]
    local may_begin = since[one] == AT_PLAY and not draining[one] and (drains[one] or has_waited(id))
    local may_drain = may_begin and some >= least and owner(one) ~= owner(id)
    if may_drain and (some > most or some == most and drains[one] and not drains[best]) then
      best, most = one, some
    end
  end
  if best then
    draining[best] = true
    count(places_of, best, -1)
    count(places_of, id, 1)
    count(used_of, id, 1)
  end
end

-- Give what is free; where no place is left, what is wanted takes that of what was not of late, and
-- what waits too long that of the last in turn. An account has one check at a time here, since the
-- runner makes them one after the other.
for _, id in ipairs(mine) do checks[owner(id)] = checks[owner(id)] or is_check(id) end
local had = {}
for _, one in ipairs(works) do had[one.submission] = true end
local given = 0
for _, id in ipairs(free) do
  local may_have = (given < most_given or had[id]) and not (checks[owner(id)] and is_check(id))
  local place = may_have and #mine >= places and places > 0 and giving_way(id)
  if place then
    drop(mine[place])
    count(places_of, mine[place], -1)
    table.remove(mine, place)
  end
  if may_have and #mine < places then
    given = given + 1
    count(places_of, id, 1)
    checks[owner(id)] = checks[owner(id)] or is_check(id)
    redis.call('HSET', HOSTING_HOLDERS, id, runner)
    table.insert(mine, id)
    table.sort(mine, is_first)
  elseif may_have then
    drain_for(id)
  end
end
for _, id in ipairs(mine) do
  redis.call('ZADD', HOSTING_LEASES, instant(now + lease_ms), id)
  if draining[id] then
    redis.call('HSETNX', HOSTING_DRAINS, id, instant(now))
  elseif drains[id] then
    redis.call('HDEL', HOSTING_DRAINS, id)
  end
end

-- A process that waits begins one match; one that has begun it is told of for a moment longer.
for _, one in ipairs(works) do
  local used = redis.call('HGET', HOSTING_USED, one.submission) or ''
  local at, process = string.match(used, '^(%d+) (.*)$')
  local is_used = process == one.ready and tonumber(at) > now - used_ms and tonumber(at) <= now
  if redis.call('HGET', HOSTING_HOLDERS, one.submission) == runner then
    if one.ready == '' or is_used or draining[one.submission] then
      redis.call('HDEL', HOSTING_READY, one.submission)
    else
      redis.call('HSET', HOSTING_READY, one.submission, one.ready)
    end
  end
end
return { 'tended', unpack(mine) }
