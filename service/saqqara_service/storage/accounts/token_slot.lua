-- KEYS[1] the ids of an owner's tokens; ARGV[1] a new id, ARGV[2] the most that may be live at once.
if redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[2]) then
  return { 'full' }
end
redis.call('SADD', KEYS[1], ARGV[1])
return { 'taken' }
