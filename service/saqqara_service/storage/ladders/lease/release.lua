-- Give a lease back, unless a later claimant has it.
if redis.call('GET', LADDER_LEASE) == token then
  redis.call('DEL', LADDER_LEASE)
end
return {'done'}
