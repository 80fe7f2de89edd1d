-- Put before every script that writes a running ladder.
-- Only the latest claimant may write, and writing prolongs its lease.
if redis.call('HGET', LADDER, 'token') ~= token then
  return {'fenced'}
end
redis.call('SET', LADDER_LEASE, token, 'PX', lease_ms)
