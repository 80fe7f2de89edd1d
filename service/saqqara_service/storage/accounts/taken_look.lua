-- The first of these looks that is another account's display name or handle, or was one of a deleted account's,
-- of which there is a hash.
local function taken_look()
  for _, look in ipairs(looks) do
    local holder = redis.call('HGET', LOOKS, look)
    local was_deleted = redis.call('HEXISTS', LOOKS, '#' .. redis.sha1hex(look)) == 1
    if was_deleted or (holder and holder ~= account) then return look end
  end
end

-- The first of these looks under which another account was opened before.
local function namesake_look()
  for _, look in ipairs(looks) do
    local first = redis.call('HGET', PLAIN_LOOKS, look)
    if first and first ~= account then return look end
  end
end
