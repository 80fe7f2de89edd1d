-- Release what the name of an account looks like: it is free again.
for _, look in ipairs(looks) do
  if redis.call('HGET', PLAIN_LOOKS, look) == account then redis.call('HDEL', PLAIN_LOOKS, look) end
end
return { 'done' }
