-- Count a match for or against a bot (fault '1' or '0'); so many against it in a row bench it.
local function conducted(faults, out, notices, most, bot, fault)
  if fault == '0' then
    redis.call('HDEL', faults, bot)
  elseif redis.call('HINCRBY', faults, bot, 1) >= tonumber(most)
    and redis.call('HSETNX', out, bot, 'benched') == 1 then
    notify(notices, bot)
  end
end
