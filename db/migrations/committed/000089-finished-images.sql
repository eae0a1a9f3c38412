--! Previous: sha1:108737a5f7c081141fb8952f1ddee107a2296fbe
--! Hash: sha1:1dc3842d59528dc09a313c9726b16c3df4d199ca

-- An image that is still uploading is a placeholder in the editor of the person who sends it. No stored text may hold one: nothing would
-- ever take its place, and readers would see a gap. An empty paragraph with the same id replaces those of earlier releases, so that no
-- other block moves.

-- In the text of a jsonb value an object begins with its shortest key, and a quotation mark inside a string is escaped: the pattern
-- matches these nodes and nothing else.
create function app_private.without_uploads(body jsonb) returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select regexp_replace(regexp_replace(body::text,
    '\{"type": "imageUploadPlaceholder", "attrs": \{[^{}]*"uniqueId": (null|"[^"]*")[^{}]*\}\}', '{"type": "paragraph", "attrs": {"id": \1}}', 'g'),
    '\{"type": "imageUploadPlaceholder"(, "attrs": \{[^{}]*\})?\}', '{"type": "paragraph"}', 'g')::jsonb
$$;
create function app_private.without_upload_lines(markdown text) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select regexp_replace(markdown, '(^|\n)([ 0-9.>*+-]*)::uploading(\{[^}\n]*\})?(?=\n|$)', '\1\2::paragraph', 'g')
$$;

alter table app_private.lesson_bodies disable trigger user;
update app_private.lesson_bodies set body_delta = app_private.without_uploads(body_delta),
    block_markdown = array(select app_private.without_upload_lines(line) from unnest(block_markdown) with ordinality as m (line, n) order by n)
  where position('"type": "imageUploadPlaceholder"' in body_delta::text) > 0;
alter table app_private.lesson_bodies enable trigger user;
alter table app_private.lesson_bodies add constraint lesson_bodies_uploads_check
  check (position('"type": "imageUploadPlaceholder"' in body_delta::text) = 0);

alter table app_private.article_bodies disable trigger user;
update app_private.article_bodies set body_delta = app_private.without_uploads(body_delta),
    block_markdown = array(select app_private.without_upload_lines(line) from unnest(block_markdown) with ordinality as m (line, n) order by n)
  where position('"type": "imageUploadPlaceholder"' in body_delta::text) > 0;
alter table app_private.article_bodies enable trigger user;
alter table app_private.article_bodies add constraint article_bodies_uploads_check
  check (position('"type": "imageUploadPlaceholder"' in body_delta::text) = 0);

alter table app_private.lesson_revision_texts disable trigger user;
update app_private.lesson_revision_texts set body_delta = app_private.without_uploads(body_delta)
  where position('"type": "imageUploadPlaceholder"' in body_delta::text) > 0;
alter table app_private.lesson_revision_texts enable trigger user;
alter table app_private.lesson_revision_texts add constraint lesson_revision_texts_uploads_check
  check (position('"type": "imageUploadPlaceholder"' in body_delta::text) = 0);

alter table app_private.article_revision_texts disable trigger user;
update app_private.article_revision_texts set body_delta = app_private.without_uploads(body_delta)
  where position('"type": "imageUploadPlaceholder"' in body_delta::text) > 0;
alter table app_private.article_revision_texts enable trigger user;
alter table app_private.article_revision_texts add constraint article_revision_texts_uploads_check
  check (position('"type": "imageUploadPlaceholder"' in body_delta::text) = 0);

alter table app_public.comments disable trigger user;
update app_public.comments set body_delta = app_private.without_uploads(body_delta), body_markdown = app_private.without_upload_lines(body_markdown)
  where position('"type": "imageUploadPlaceholder"' in body_delta::text) > 0;
alter table app_public.comments enable trigger user;
alter table app_public.comments add constraint comments_uploads_check
  check (position('"type": "imageUploadPlaceholder"' in body_delta::text) = 0);

alter table app_private.hidden_comment_bodies disable trigger user;
update app_private.hidden_comment_bodies set body_delta = app_private.without_uploads(body_delta), body_markdown = app_private.without_upload_lines(body_markdown)
  where position('"type": "imageUploadPlaceholder"' in body_delta::text) > 0;
alter table app_private.hidden_comment_bodies enable trigger user;
alter table app_private.hidden_comment_bodies add constraint hidden_comment_bodies_uploads_check
  check (position('"type": "imageUploadPlaceholder"' in body_delta::text) = 0);

alter table app_private.deleted_comment_bodies disable trigger user;
update app_private.deleted_comment_bodies set body_delta = app_private.without_uploads(body_delta), body_markdown = app_private.without_upload_lines(body_markdown)
  where position('"type": "imageUploadPlaceholder"' in body_delta::text) > 0;
alter table app_private.deleted_comment_bodies enable trigger user;
alter table app_private.deleted_comment_bodies add constraint deleted_comment_bodies_uploads_check
  check (position('"type": "imageUploadPlaceholder"' in body_delta::text) = 0);

drop function app_private.without_uploads(jsonb);
drop function app_private.without_upload_lines(text);
