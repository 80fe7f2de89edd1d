-- Put before every script that writes a running ladder.
-- KEYS[1] the ladder, KEYS[2] its lease; ARGV[1] fencing token, ARGV[2] lease length in ms.
-- Only the latest claimant may write, and writing prolongs its lease.
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then
  return {'fenced'}
end
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
