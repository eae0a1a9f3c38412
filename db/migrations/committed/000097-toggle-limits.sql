--! Previous: sha1:3c522a91580a50253aa9b8466aa9a0b1eb1b3788
--! Hash: sha1:6475efcf6c82e8d326bfa4856524f7a349f8548c

-- A press on a toggle of a clip writes a row and a counter, and makes cached pages stale, also when it takes the last press back. Counted after the
-- row is written, since what meets a row that is there is an update, and before the clip's counter, whose row others wait for.
create trigger allow_press after insert or update of enabled on app_public.clip_likes
  for each row execute function app_private.count_new_row('clip likes', '2000');
create trigger allow_press after insert or update of enabled on app_public.clip_bookmarks
  for each row execute function app_private.count_new_row('clip bookmarks', '2000');
create trigger allow_press after insert or update of enabled on app_public.clip_shares
  for each row execute function app_private.count_new_row('clip shares', '2000');

comment on function app_private.count_new_row() is
  'trigger: a user writes rows of a kind so often a day (NL429). Arguments: what they are called, and how many.';
do $$
declare
  name text;
begin
  foreach name in array array['like', 'bookmark', 'share'] loop
    execute format('comment on function app_public.toggle_%1$s(uuid, uuid, boolean) is %2$L', name, format(
      'Sets the signed-in user''s %s of a clip to enabled, or switches it when enabled is absent, and returns the row. userId is absent or one''s own. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, TOO_MANY.', name));
  end loop;
end $$;

-- A pattern for a word of a hundred letters and more is refused by PostgreSQL as too complex.
create or replace function app_private.near_pattern(word text) returns text
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select case when length(word) not between 4 and 30 then '\m' || word else '\m(' || (
    select string_agg(distinct v.spelling, '|') from generate_series(0, length(word)) n, lateral (values
      (case when n > 0 then left(word, n - 1) || '[[:alnum:]]' || substr(word, n + 1) end), -- a wrong letter
      (left(word, n) || '[[:alnum:]]' || substr(word, n + 1)), -- a letter that is missing
      (case when n > 0 then left(word, n - 1) || substr(word, n + 1) end), -- a letter too many
      (case when n between 1 and length(word) - 1 -- two letters in each other's place
        then left(word, n - 1) || substr(word, n + 1, 1) || substr(word, n, 1) || substr(word, n + 2) end)) v (spelling)
  ) || ')' end
$$;
comment on function app_private.near_pattern(text) is
  'A pattern for the words that begin like this one (letters and digits alone) or are one letter away from it: wrong, missing, too many, swapped. A word of up to three letters, or of more than 30, has to be right.';
