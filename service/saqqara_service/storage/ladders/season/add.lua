-- Write a new ladder, once: one that is there keeps its seed, its terms and how far it is.
if redis.call('EXISTS', LADDER) == 1 then
  return {'done'}
end
redis.call('HSET', LADDER, 'seed', seed, 'terms', terms, 'status', 'open')
for _, count in ipairs({
  'token', 'revision', 'given_up', 'rulings_folded', 'annulled',
  'blocks_planned', 'blocks_dropped', 'rounds_planned',
}) do
  redis.call('HSET', LADDER, count, 0)
end
return {'done'}
