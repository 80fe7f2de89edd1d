-- Let a submission that has passed be the one of its bot that plays, as this version of the bot.
local state = redis.call('HGET', SUBMISSION, 'state')
if not state then return { 'missing' } end
if state ~= 'passed' then return { 'refused', state } end
redis.call('HSET', SUBMISSION, 'version', version)
redis.call('HSET', HOSTED, bot, id)
return { 'changed', state }
