-- Leave of a match that is over what lists need, and where its archive is; only if it still is as
-- it was archived.
local flat = redis.call('HGETALL', MATCH)
local match = {}
for i = 1, #flat, 2 do match[flat[i]] = flat[i + 1] end
if match.archive then return { 'done' } end
if match.status ~= 'finished' and match.status ~= 'void' then return { 'changed' } end
if redis.call('SISMEMBER', ENDED, match.id) == 1 then return { 'unsettled' } end
if #flat ~= #fields then return { 'changed' } end
for i = 1, #fields, 2 do
  if match[fields[i]] ~= fields[i + 1] then return { 'changed' } end
end
redis.call('DEL', MATCH, LOG, SEED, BEGINNING)
redis.call('HSET', MATCH, unpack(stub))
redis.call('PEXPIREAT', ACTS, string.format('%.0f', tonumber(match.last_ms) + acts_kept_ms))
redis.call('ZREM', OVER, match.id)
redis.call('ZREM', STALE, archive)
return { 'trimmed' }
