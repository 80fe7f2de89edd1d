-- Let a match never count, but against these bots; who forfeits it has lost it to the others.
if redis.call('HSETNX', LADDER_OUTCOMES, match, 'given_up') == 0 then
  return {'done'}
end
redis.call('ZREM', LADDER_QUEUE, match)
redis.call('SREM', LADDER_PLAYING, match)
redis.call('HINCRBY', LADDER, 'given_up', 1)
if #forfeited_by > 0 then redis.call('HSET', LADDER_AWAY, match, cjson.encode(forfeited_by)) end
for _, bot in ipairs(against) do conducted(bot, '1') end
return {'done'}
