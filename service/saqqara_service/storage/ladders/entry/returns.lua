-- Whether a bot may come back once more, which is counted; there may be no bound.
local function returns(bot)
  if most_returns and tonumber(redis.call('HGET', LADDER_RETURNS, bot) or 0) >= most_returns then
    return false
  end
  redis.call('HINCRBY', LADDER_RETURNS, bot, 1)
  return true
end
