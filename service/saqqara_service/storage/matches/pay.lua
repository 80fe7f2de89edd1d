-- Note who pays for what a match costs beside its actions; who was noted first stays.
-- What is kept here is not worth a disk write: a Redis that comes back forgives.
redis.set_repl(redis.REPL_NONE)
redis.call('SET', PAYERS, payers, 'NX', 'PX', kept_ms)
return { 'noted' }
