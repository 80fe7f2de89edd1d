-- Forget an account's profile. Of its names only hashes stay, so that nobody is taken for it later.
for _, look in ipairs(redis.call('SMEMBERS', ACCOUNT_LOOKS)) do
  redis.call('HDEL', LOOKS, look)
  redis.call('HSET', LOOKS, '#' .. redis.sha1hex(look), 1)
end
redis.call('DEL', ACCOUNT_LOOKS, PROFILE)
return { 'done' }
