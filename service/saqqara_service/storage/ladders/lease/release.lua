-- KEYS[1] the ladder's lease; ARGV[1] the token that gives it back.
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('DEL', KEYS[1])
end
return {'released'}
