-- Note the day on which a token was used. One that was revoked meanwhile does not come back.
if redis.call('EXISTS', TOKEN) == 1 then
  redis.call('HSET', TOKEN, 'used_on', day)
end
return { 'done' }
