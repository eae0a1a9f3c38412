import type { PgSelectStep } from 'postgraphile/@dataplan/pg';
import type { Step } from 'postgraphile/grafast';
import { type SQL, sql } from 'postgraphile/pg-sql2';
import { wrapPlans } from 'postgraphile/utils';

type Condition = (row: SQL) => SQL;

/** Conditions for listed rows of a list, by the type and name of its field. */
export const listConditions: Readonly<Record<string, Condition>> = {
  'Query.courses': (row) => isListed(row, sql`app_private.my_course_ids()`),
  'Query.books': (row) => isListed(row, sql`app_private.my_book_ids()`),
  'Query.articles': (row) => isListed(row, sql`app_private.my_article_ids()`),
  'Query.testimonialsBySlugs': (row) => belongsToListed(row, ['course', 'book']),
  'Tag.taggings': (row) => belongsToListed(row, ['course', 'book', 'article']),
  'User.comments': (row) => isInListedDiscussion(row),
  'User.contributions': (row) => belongsToListed(row, ['course', 'book', 'article']),
  'User.testimonials': (row) => belongsToListed(row, ['course', 'book']),
};

/**
 * Hides unlisted items (`isShownPublicly` false) from every list except those of the item itself: anyone with the URL can read them, but
 * they can't be found. Their contributors and administrators do find them, except in the list of clips.
 *
 * A policy can't do that, because it can't tell whether a row is looked up or listed.
 */
export const UnlistedPlugin: GraphileConfig.Plugin = wrapPlans(
  () => {
    const rules: Record<string, Record<string, ReturnType<typeof listWhere>>> = {};
    for (const [fieldPath, condition] of Object.entries(listConditions)) {
      const [typeName = '', fieldName = ''] = fieldPath.split('.');
      (rules[typeName] ??= {})[fieldName] = listWhere(condition);
    }
    return rules;
  },
  { name: 'UnlistedPlugin' },
);

function isListed(row: SQL, ownIds: SQL): SQL {
  return sql`(${row}.is_shown_publicly or (select app_public.is_admin()) or ${row}.id in (select ${ownIds}))`;
}

/** Returns the condition that a row belongs to an item that this reader may find. A row without an item is listed. */
function belongsToListed(row: SQL, kinds: readonly ('course' | 'book' | 'article')[]): SQL {
  const idColumns = kinds.map((kind) => sql`${row}.${sql.identifier(`${kind}_id`)}`);
  const unlisted = kinds.map((kind) => {
    const item = sql.identifier(Symbol(kind));
    const ownIds = sql`${sql.identifier('app_private', `my_${kind}_ids`)}()`;
    return sql`select ${item}.id from ${sql.identifier('app_public', `${kind}s`)} as ${item} where not ${isListed(item, ownIds)}`;
  });
  return sql`((coalesce(${sql.join(idColumns, ', ')}) in (${sql.join(unlisted, ' union all ')})) is not true)`;
}

/** Returns the condition that a comment's discussion belongs to an item that this reader may find. */
function isInListedDiscussion(row: SQL): SQL {
  const discussion = sql.identifier(Symbol('place'));
  return sql`exists (
    select from (
      select d.article_id, coalesce(l.course_id, k.course_id) as course_id, coalesce(l.book_id, k.book_id) as book_id from app_public.discussions d
      left join app_public.lessons l on l.id = d.lesson_id left join app_public.clips k on k.id = d.clip_id where d.id = ${row}.discussion_id
    ) as ${discussion} where ${belongsToListed(discussion, ['course', 'book', 'article'])})`;
}

function listWhere(condition: Condition) {
  return (plan: () => Step) => {
    const $connection = plan() as Step & { getSubplan(): PgSelectStep };
    const $rows = $connection.getSubplan();
    $rows.where(condition($rows.alias));
    return $connection;
  };
}
