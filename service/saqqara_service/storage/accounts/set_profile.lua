-- Write an account's profile and claim what its names look like, unless another account has or had some.
local taken = taken_look() or namesake_look()
if taken then return { 'taken', taken } end
for _, look in ipairs(redis.call('SMEMBERS', ACCOUNT_LOOKS)) do
  redis.call('HDEL', LOOKS, look)
end
redis.call('DEL', ACCOUNT_LOOKS)
if forget_in_ms then
  redis.call('SET', PROFILE, profile, 'PX', forget_in_ms)
  return { 'set' }
end
for _, look in ipairs(looks) do
  redis.call('HSET', LOOKS, look, account)
  redis.call('SADD', ACCOUNT_LOOKS, look)
end
redis.call('SET', PROFILE, profile)
return { 'set' }
