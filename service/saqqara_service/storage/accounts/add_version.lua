-- Add a version of a bot; answers its number. One archive is one version, however often it is added.
if archive_hash ~= '' then
  for number, known in ipairs(redis.call('LRANGE', BOT_VERSIONS, 0, -1)) do
    if cjson.decode(known).archive_hash == archive_hash then return { 'done', number } end
  end
end
if redis.call('LLEN', BOT_VERSIONS) >= most then return { 'full' } end
return { 'done', redis.call('RPUSH', BOT_VERSIONS, version) }
