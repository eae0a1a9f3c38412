--! Previous: sha1:331f48a652cdf7adcbc9acf5ce38fe2cc1d6e3b5
--! Hash: sha1:e3dbca971a443e16445443f0e9c15c77d03b8251

-- Kept code: what a user made of runnable code in a text, on all of their devices.
-- Compatible with older releases: they don't know the table.

create table app_public.kept_codes (
  id uuid primary key default app_public.new_id(),
  user_id uuid not null references app_public.users on delete cascade,
  lesson_id uuid references app_public.lessons on delete cascade,
  article_id uuid references app_public.articles on delete cascade,
  program text not null check (program ~ '^[A-Za-z0-9_.-]{1,40}$'),
  files text check (length(files) <= 50000),
  version int not null default 1 check (version > 0),
  other_files text check (length(other_files) <= 50000),
  updated_at timestamptz not null default now(),
  constraint kept_codes_text_check check (num_nonnulls(lesson_id, article_id) = 1),
  constraint kept_codes_program_key unique nulls not distinct (user_id, program, lesson_id, article_id)
);
comment on table app_public.kept_codes is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nWhat a user made of a program in a text. Nobody else sees it.';
comment on column app_public.kept_codes.program is 'The program in its text: the ID of its first block, and its position among the programs in that block.';
comment on column app_public.kept_codes.files is 'The files as the user changed them: a JSON object of texts by their names; null after a reset.';
comment on column app_public.kept_codes.version is 'Counts the changes, so that a change on another device can be noticed.';
comment on column app_public.kept_codes.other_files is 'The files from another device, which a later change on this one replaced; null if there are none.';
comment on column app_public.kept_codes.updated_at is 'When the user last changed it.';
comment on constraint kept_codes_user_id_fkey on app_public.kept_codes is E'@fieldName user\n@behavior -connection -list';
comment on constraint kept_codes_lesson_id_fkey on app_public.kept_codes is E'@fieldName lesson\n@behavior -connection -list';
comment on constraint kept_codes_article_id_fkey on app_public.kept_codes is E'@fieldName article\n@behavior -connection -list';
create index kept_codes_lesson_id_idx on app_public.kept_codes (lesson_id);
create index kept_codes_article_id_idx on app_public.kept_codes (article_id);
call app_private.secure_table('app_public.kept_codes');
create policy select_own on app_public.kept_codes for select to newline_learner using (user_id = (select app_public.current_user_id()));
-- Of a text that the user can see.
create policy insert_own on app_public.kept_codes for insert to newline_learner
  with check (user_id = (select app_public.current_user_id()) and coalesce(
    (select true from app_public.lessons l where l.id = lesson_id), (select true from app_public.articles a where a.id = article_id), false));
create policy update_own on app_public.kept_codes for update to newline_learner using (user_id = (select app_public.current_user_id()));
grant select on app_public.kept_codes to newline_visitor;
grant insert (user_id, lesson_id, article_id, program, files), update (files, other_files, version, updated_at)
  on app_public.kept_codes to newline_learner;
create trigger count_new_row before insert on app_public.kept_codes for each row execute function app_private.count_new_row('kept programs', '200');

create function app_public.kept_code(program text, lesson_id uuid default null, article_id uuid default null) returns app_public.kept_codes
language sql stable as $$
  select k.* from app_public.kept_codes k
  where k.user_id = app_public.current_user_id() and k.program = kept_code.program
    and (k.lesson_id, k.article_id) is not distinct from (kept_code.lesson_id, kept_code.article_id)
$$;
comment on function app_public.kept_code(text, uuid, uuid) is
  'What the signed-in user made of a program in a lesson or an article; null if they changed nothing.';
grant execute on function app_public.kept_code(text, uuid, uuid) to newline_visitor;

create function app_public.keep_code(program text, files text default null, lesson_id uuid default null, article_id uuid default null,
  base int default null, drop_other boolean default false)
returns app_public.kept_codes
language plpgsql volatile as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.kept_codes;
begin
  if num_nonnulls(keep_code.lesson_id, keep_code.article_id) <> 1 then
    raise exception 'CODE_TEXT_COUNT_INVALID' using errcode = 'NL400';
  end if;
  if keep_code.lesson_id is not null and not exists (select from app_public.lessons l where l.id = keep_code.lesson_id) then
    raise exception 'LESSON_NOT_FOUND' using errcode = 'NL404';
  end if;
  if keep_code.article_id is not null and not exists (select from app_public.articles a where a.id = keep_code.article_id) then
    raise exception 'ARTICLE_NOT_FOUND' using errcode = 'NL404';
  end if;
  if keep_code.files is null then
    -- The row stays without its texts, so that another device notices the reset.
    update app_public.kept_codes k set files = null, other_files = null, version = k.version + 1, updated_at = now()
      where k.user_id = me and k.program = keep_code.program
        and (k.lesson_id, k.article_id) is not distinct from (keep_code.lesson_id, keep_code.article_id)
      returning * into entry;
    return entry;
  end if;
  -- The later change wins. If it didn't know the one before, that one stays to be offered.
  insert into app_public.kept_codes as k (user_id, lesson_id, article_id, program, files)
    values (me, keep_code.lesson_id, keep_code.article_id, keep_code.program, keep_code.files)
    on conflict (user_id, program, lesson_id, article_id) do update set
      files = excluded.files, version = k.version + 1, updated_at = now(),
      other_files = case when keep_code.drop_other then null
        when k.version is distinct from keep_code.base and k.files <> excluded.files then k.files
        else k.other_files end
    returning * into entry;
  return entry;
end $$;
comment on function app_public.keep_code(text, text, uuid, uuid, int, boolean) is
  'Keeps what the signed-in user made of a program in a lesson or an article; without files, what was kept is removed. `base` is the version that was changed: if there is a later one, from another device, it becomes `otherFiles`, until `dropOther`. Errors: LOGIN_REQUIRED, BAD_INPUT, NOT_FOUND, TOO_MANY.';
grant execute on function app_public.keep_code(text, text, uuid, uuid, int, boolean) to newline_visitor;
