-- Forget a submission; answers how many others have the same archive.
redis.call('DEL', SUBMISSION, SUBMISSION_FAILURES, SUBMISSION_FAILED)
if redis.call('HGET', HOSTED, bot) == id then redis.call('HDEL', HOSTED, bot) end
redis.call('HDEL', ACCOUNT_ARCHIVES, id)
redis.call('ZREM', BOT_SUBMISSIONS, id)
redis.call('ZREM', SUBMISSIONS, id)
redis.call('ZREM', SUBMISSIONS_PENDING, id)
redis.call('ZREM', HOSTING_WANTED, id)
redis.call('HDEL', HOSTING_ACCOUNTS, id)
redis.call('HDEL', HOSTED_APPS, id)
redis.call('SREM', ARCHIVE_USES, id)
return { 'done', redis.call('SCARD', ARCHIVE_USES) }
