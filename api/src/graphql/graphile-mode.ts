// Must be imported before PostGraphile: its development mode checks every step of every plan.
process.env['GRAPHILE_ENV'] ??= 'production';
// An operation whose planning timed out may soon be tried again: the machine may have been busy, rather than the operation large.
process.env['GRAFAST_TIMEOUT_VALIDITY_MS'] ??= '2000';
