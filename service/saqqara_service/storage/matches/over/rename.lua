-- Let players of a match that is in Redis be called something else.
if redis.call('HEXISTS', MATCH, 'archive') == 1 then return { 'moved' } end
for _, one in ipairs(names) do
  if redis.call('HGET', MATCH, 'player:' .. one.seat) == one.player then
    redis.call('HSET', MATCH, 'name:' .. one.seat, one.name)
  end
end
return { 'done' }
