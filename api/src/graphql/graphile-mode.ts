// Must be imported before anything of PostGraphile: its development mode checks every step of every plan.
process.env['GRAPHILE_ENV'] ??= 'production';
// A document whose planning was given up may be tried again soon: it may have been the machine that was busy, and not the document that is large.
process.env['GRAFAST_TIMEOUT_VALIDITY_MS'] ??= '2000';
