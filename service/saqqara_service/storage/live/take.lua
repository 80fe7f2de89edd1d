-- Let a token hold so many connections in a process. What processes held that live no more ends
-- with them.
local lives, sum = {}, held
for _, one in ipairs(live) do lives[one] = true end
local flat = redis.call('HGETALL', TOKEN_PLACES)
for i = 1, #flat, 2 do
  if not lives[flat[i]] then
    redis.call('HDEL', TOKEN_PLACES, flat[i])
  elseif flat[i] ~= process then
    sum = sum + tonumber(flat[i + 1])
  end
end
if sum > most then return { 'full' } end
redis.call('HSET', TOKEN_PLACES, process, held)
redis.call('PEXPIRE', TOKEN_PLACES, kept_ms)
return { 'done' }
