import type { Browser, GraphQLAnswer } from '../browser.ts';
import { codeOf, startWriters, type Writers } from '../writers.ts';

/** The fields of a course or a book that tests read. */
export type Item = {
  id: string;
  slug: string;
  title: string;
  permalink: string;
  status: string;
  mayWrite: boolean;
  mayPublish: boolean;
};

/** Writers with a course or a book that each test may change. */
export type ItemWriters = Writers & {
  readonly stranger: Browser;
  /** Creates a draft of Ada's, with Ed as its editor. */
  makeItem(kind: 'course' | 'book', title?: string): Promise<Item>;
  /** Adds a section or a lesson as Ada and returns its id. */
  add(what: 'Section' | 'Lesson', input: object): Promise<string>;
  /** Returns the outline as readers see it: 'Section: lesson, lesson; …'. */
  outlineOf(kind: 'course' | 'book', id: string): Promise<string>;
  /** Runs a mutation with an input and returns the code of its error, or DONE. */
  outcome(browser: Browser, mutation: string, input: object): Promise<string>;
};

export async function startItemWriters(): Promise<ItemWriters> {
  const writers = await startWriters();
  const { author, editorId, site } = writers;
  let count = 0;
  const dataOf = <T extends object>(answer: GraphQLAnswer<T>): T => {
    if (!answer.data || answer.errors) throw new Error(`Expected data, got ${JSON.stringify(answer)}`);
    return answer.data;
  };
  return {
    ...writers,
    stranger: site.newBrowser(),
    async makeItem(kind, title) {
      count += 1;
      const name = kind === 'course' ? 'Course' : 'Book';
      const created = dataOf(
        await author.graphql<Record<string, Record<string, Item>>>(
          `mutation create($input: Create${name}Input!) { create${name}(input: $input) { ${kind} { id slug title permalink status mayWrite mayPublish } } }`,
          { input: { title: title ?? `${name} ${count}` } },
        ),
      );
      const item = created[`create${name}`]?.[kind];
      if (!item) throw new Error(`Expected a ${kind}, got ${JSON.stringify(created)}`);
      await site.db.superuser.query(`insert into app_public.contributions (${kind}_id, user_id, title) values ($1, $2, 'EDITOR')`, [
        item.id,
        editorId,
      ]);
      return item;
    },
    async add(what, input) {
      const row = what === 'Section' ? 'courseSection' : 'lesson';
      const created = dataOf(
        await author.graphql<Record<string, Record<string, { id: string }>>>(
          `mutation add($input: Create${what}Input!) { create${what}(input: $input) { ${row} { id } } }`,
          { input },
        ),
      );
      return created[`create${what}`]?.[row]?.id ?? '';
    },
    async outlineOf(kind, id) {
      const { rows } = await site.db.superuser.query<{ outline: string }>(
        `select string_agg(part, '; ' order by place) as outline from (
           select coalesce(s.position, 0) as place, coalesce(s.title, '') || ': ' || coalesce(string_agg(l.title, ', ' order by p.position), '') as part
           from app_public.${kind}_lessons p join app_public.lessons l on l.id = p.lesson_id
             full join (select * from app_public.course_sections where ${kind}_id = $1) s on s.id = p.course_section_id
           where coalesce(p.${kind}_id, s.${kind}_id) = $1 group by s.position, s.title) parts`,
        [id],
      );
      return rows[0]?.outline ?? '';
    },
    async outcome(browser, mutation, input) {
      const name = mutation.charAt(0).toUpperCase() + mutation.slice(1);
      const answer = await browser.graphql(`mutation act($input: ${name}Input!) { ${mutation}(input: $input) { clientMutationId } }`, {
        input,
      });
      return answer.errors ? String(codeOf(answer)) : 'DONE';
    },
  };
}
