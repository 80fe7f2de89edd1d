-- Add a version of a bot; answers its number.
if redis.call('LLEN', BOT_VERSIONS) >= most then return { 'full' } end
return { 'added', redis.call('RPUSH', BOT_VERSIONS, version) }
