-- Let one more ladder of an account run, with all the seats that it may play at once.
local line = string.format('%.0f %.0f', seats, now_ms())
local is_listed = redis.call('HEXISTS', ACCOUNT_LADDERS, ladder) == 1
local sum = seats
if not is_listed then
  if redis.call('HLEN', ACCOUNT_LADDERS) >= most then return { 'full' } end
  for _, other in ipairs(redis.call('HVALS', ACCOUNT_LADDERS)) do
    sum = sum + tonumber(string.match(other, '^%d+'))
  end
  if sum > most_seats then return { 'no_seats' } end
end
redis.call('HSET', ACCOUNT_LADDERS, ladder, line)
return { 'taken' }
