-- Write entries whose versions have changed.
for _, one in ipairs(entries) do redis.call('HSET', LADDER_ENTRIES, one.bot, one.entry) end
return {'done'}
