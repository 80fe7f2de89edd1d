-- Let one more ladder of an account run, with all the seats that it may play at once.
if redis.call('HEXISTS', ACCOUNT_LADDERS, ladder) == 1 then return { 'taken' } end
if redis.call('HLEN', ACCOUNT_LADDERS) >= most then return { 'full' } end
local sum = seats
for _, line in ipairs(redis.call('HVALS', ACCOUNT_LADDERS)) do
  sum = sum + tonumber(string.match(line, '^%d+'))
end
if sum > most_seats then return { 'no_seats' } end
redis.call('HSET', ACCOUNT_LADDERS, ladder, string.format('%.0f %.0f', seats, now_ms()))
return { 'taken' }
