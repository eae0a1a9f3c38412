import type { PgSelectStep } from 'postgraphile/@dataplan/pg';
import type { Step } from 'postgraphile/grafast';
import { type SQL, sql } from 'postgraphile/pg-sql2';
import { wrapPlans } from 'postgraphile/utils';

type Condition = (row: SQL) => SQL;

/** Which rows of a list may be found, by the type and the name of its field. */
export const listConditions: Readonly<Record<string, Condition>> = {
  'Query.courses': (row) => isListed(row, sql`app_private.my_course_ids()`),
  'Query.books': (row) => isListed(row, sql`app_private.my_book_ids()`),
  'Query.articles': (row) => isListed(row, sql`app_private.my_article_ids()`),
  'Query.testimonialsBySlugs': (row) => hangsOnListed(row, ['course', 'book']),
  'Tag.taggings': (row) => hangsOnListed(row, ['course', 'book', 'article']),
  'User.comments': (row) => isInListedDiscussion(row),
  'User.contributions': (row) => hangsOnListed(row, ['course', 'book', 'article']),
  'User.testimonials': (row) => hangsOnListed(row, ['course', 'book']),
};

/**
 * Keeps unlisted items (`isShownPublicly` false) out of every list that is not asked of the item itself: whoever has the
 * address reads them, nobody finds them. Their contributors and staff do find them, except among the clips.
 *
 * A policy cannot say so, because it does not know whether a row is looked up or listed.
 */
export const UnlistedPlugin: GraphileConfig.Plugin = wrapPlans(
  () => {
    const rules: Record<string, Record<string, ReturnType<typeof listWhere>>> = {};
    for (const [place, condition] of Object.entries(listConditions)) {
      const [typeName = '', fieldName = ''] = place.split('.');
      (rules[typeName] ??= {})[fieldName] = listWhere(condition);
    }
    return rules;
  },
  { name: 'UnlistedPlugin' },
);

function isListed(row: SQL, ownIds: SQL): SQL {
  return sql`(${row}.is_shown_publicly or (select app_public.is_admin()) or ${row}.id in (select ${ownIds}))`;
}

/** The item that a row of another table names is one that this reader may find. A row without an item is listed. */
function hangsOnListed(row: SQL, kinds: readonly ('course' | 'book' | 'article')[]): SQL {
  const idColumns = kinds.map((kind) => sql`${row}.${sql.identifier(`${kind}_id`)}`);
  const unlisted = kinds.map((kind) => {
    const item = sql.identifier(Symbol(kind));
    const ownIds = sql`${sql.identifier('app_private', `my_${kind}_ids`)}()`;
    return sql`select ${item}.id from ${sql.identifier('app_public', `${kind}s`)} as ${item} where not ${isListed(item, ownIds)}`;
  });
  return sql`((coalesce(${sql.join(idColumns, ', ')}) in (${sql.join(unlisted, ' union all ')})) is not true)`;
}

/** The discussion of a comment is of an item that this reader may find. */
function isInListedDiscussion(row: SQL): SQL {
  const place = sql.identifier(Symbol('place'));
  return sql`exists (
    select from (
      select d.article_id, coalesce(l.course_id, k.course_id) as course_id, coalesce(l.book_id, k.book_id) as book_id from app_public.discussions d
      left join app_public.lessons l on l.id = d.lesson_id left join app_public.clips k on k.id = d.clip_id where d.id = ${row}.discussion_id
    ) as ${place} where ${hangsOnListed(place, ['course', 'book', 'article'])})`;
}

function listWhere(condition: Condition) {
  return (plan: () => Step) => {
    const $connection = plan() as Step & { getSubplan(): PgSelectStep };
    const $rows = $connection.getSubplan();
    $rows.where(condition($rows.alias));
    return $connection;
  };
}
