// Must be imported before anything of PostGraphile: its development mode checks every step of every plan.
process.env['GRAPHILE_ENV'] ??= 'production';
