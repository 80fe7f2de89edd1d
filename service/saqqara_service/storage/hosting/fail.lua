-- Keep a failure of a program, once for each match and kind, and the latest of them only. When there are
-- very many marks they are forgotten but for the new one: what failed long ago may then be told again.
if redis.call('EXISTS', SUBMISSION) == 0 then return { 'missing' } end
if redis.call('SISMEMBER', SUBMISSION_FAILED, mark) == 1 then return { 'known' } end
if redis.call('HGET', HOSTING_HOLDERS, id) ~= runner then return { 'refused' } end
if redis.call('SCARD', SUBMISSION_FAILED) >= most_marks then redis.call('DEL', SUBMISSION_FAILED) end
redis.call('SADD', SUBMISSION_FAILED, mark)
redis.call('RPUSH', SUBMISSION_FAILURES, failure)
redis.call('LTRIM', SUBMISSION_FAILURES, -most_kept, -1)
return { 'kept' }
