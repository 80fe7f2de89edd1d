beat(BEAT)
return { 'done' }
