-- List these ladders no more, unless one of them has been listed anew since it was read.
for i = 1, #gone, 2 do
  if redis.call('HGET', ACCOUNT_LADDERS, gone[i]) == gone[i + 1] then
    redis.call('HDEL', ACCOUNT_LADDERS, gone[i])
  end
end
return { 'done' }
