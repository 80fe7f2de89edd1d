-- KEYS[1] a token; ARGV[1] the day. One that was revoked meanwhile does not come back.
if redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('HSET', KEYS[1], 'used_on', ARGV[1])
end
return { 'noted' }
