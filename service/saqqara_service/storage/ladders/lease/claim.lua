-- Answers a fencing token greater than every earlier one, unless another holds the lease.
if redis.call('EXISTS', LADDER) == 0 then
  return {'missing'}
end
if redis.call('EXISTS', LADDER_LEASE) == 1 then
  return {'taken'}
end
local token = redis.call('HINCRBY', LADDER, 'token', 1)
redis.call('SET', LADDER_LEASE, token, 'PX', lease_ms)
return {'claimed', token}
