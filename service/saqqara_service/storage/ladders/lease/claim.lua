-- KEYS[1] the ladder, KEYS[2] its lease; ARGV[1] lease length in ms.
-- Answers a fencing token greater than every earlier one, unless another holds the lease.
if redis.call('EXISTS', KEYS[1]) == 0 then
  return {'missing'}
end
if redis.call('EXISTS', KEYS[2]) == 1 then
  return {'taken'}
end
local token = redis.call('HINCRBY', KEYS[1], 'token', 1)
redis.call('SET', KEYS[2], token, 'PX', ARGV[1])
return {'claimed', token}
