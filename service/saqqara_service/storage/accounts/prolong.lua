-- Let a token that was lent live until then, and forget it after that. One that is gone stays gone.
if redis.call('EXISTS', TOKEN) == 0 then return { 'gone' } end
redis.call('HSET', TOKEN, 'expires_ms', expires_ms)
redis.call('PEXPIREAT', TOKEN, expires_ms)
return { 'prolonged' }
