beat(BEAT)
return { 'beaten' }
