-- Note who pays for what a match costs beside its actions; who was noted first stays.
-- What is kept here is not worth a write to disk or to a replica: a Redis that comes back may forgive.
redis.set_repl(redis.REPL_NONE)
redis.call('SET', PAYERS, payers, 'NX', 'PX', kept_ms)
return { 'done' }
