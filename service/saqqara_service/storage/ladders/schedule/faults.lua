-- Let a bot get no matches until it is readmitted, unless it is out.
local function bench(bot)
  if redis.call('HSETNX', LADDER_OUT, bot, 'benched') == 1 then notice(bot) end
end
-- Count a match for or against a bot (faults '1' or '0'); so many against it in a row bench it.
local function conducted(bot, faults)
  if faults == '0' then
    redis.call('HDEL', LADDER_FAULTS, bot)
  elseif redis.call('HINCRBY', LADDER_FAULTS, bot, 1) >= most_faults then
    bench(bot)
  end
end
