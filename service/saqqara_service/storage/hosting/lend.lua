-- Note which token is lent for a submission, if any, and tell the one that was before.
local before = redis.call('HGET', HOSTING_TOKENS, submission)
if token == '' then
  redis.call('HDEL', HOSTING_TOKENS, submission)
else
  redis.call('HSET', HOSTING_TOKENS, submission, token)
end
return { 'done', before or '' }
