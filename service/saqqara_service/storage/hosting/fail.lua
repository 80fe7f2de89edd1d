-- Keep a failure of a program, once for each match and kind, and the latest of them only.
if redis.call('EXISTS', SUBMISSION) == 0 then return { 'missing' } end
if redis.call('SCARD', SUBMISSION_FAILED) >= most_told then return { 'full' } end
if redis.call('SADD', SUBMISSION_FAILED, mark) == 0 then return { 'known' } end
redis.call('RPUSH', SUBMISSION_FAILURES, failure)
redis.call('LTRIM', SUBMISSION_FAILURES, -most_kept, -1)
return { 'kept' }
