beat(KEYS[1])
return { 'beaten' }
