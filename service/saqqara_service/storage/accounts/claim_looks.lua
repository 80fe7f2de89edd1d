-- Note what the name of a new account looks like, unless it is somebody's display name or handle. Several
-- accounts may be opened under one name; the first of them alone may make it a display name.
local taken = taken_look()
if taken then return { 'taken', taken } end
for _, look in ipairs(is_kept and looks or {}) do
  redis.call('HSETNX', PLAIN_LOOKS, look, account)
end
return { 'set' }
