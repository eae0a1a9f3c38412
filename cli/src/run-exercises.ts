import '@newline/api/graphql/graphile-mode';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { DocumentNode } from '@newline/document/document-node';
import type { ExerciseChecker } from '@newline/api/features/exercise-checks/check-exercises';
import { createExerciseChecker } from '@newline/api/features/exercise-checks/create-checker';
import { exercisesIn } from '@newline/api/features/exercise-checks/exercises-in';
import { FolderError } from '@newline/api/features/import-export/folder';
import { openArchive } from '@newline/api/features/import-export/open-archive';
import { openDirectory } from '@newline/api/features/import-export/open-directory';
import { readPlan } from '@newline/api/features/import-export/read-plan';
import { describeCheck, type ExerciseCheck } from '@newline/api/rules/exercise-check';
import { StartError } from '@newline/db/start-error';
import { withClient } from '@newline/db/with-client';
import type { CommandContext } from './command.ts';
import { viewerNamed } from './folder-service.ts';
import { withDatabase } from './with-database.ts';

const builtPages = fileURLToPath(new URL('../../web/build', import.meta.url));

/** An exercise with the names of its title and text, and its block. */
type Listed = { readonly id: string; readonly node: DocumentNode; readonly title: string; readonly text: string; readonly block: string };

/** Checks exercises, and prints a line for each one that doesn't work. Returns 1 if there is one. */
export async function runExercises({ operands: [, target], values, print, tell }: CommandContext): Promise<number> {
  const checker = await createExerciseChecker({ builtPages });
  if (checker.obstacle !== null) throw new StartError(`Exercises can’t be checked: ${checker.obstacle} \`newline doctor\` says more.`);
  const stats = target === undefined ? null : await stat(target).catch(() => null);
  if (target !== undefined && stats !== null) {
    const exercises = await readFolder(target, stats.isDirectory());
    return report(exercises, { checker, print, tell, onResult: async () => undefined });
  }
  return withDatabase(tell, async (database) => {
    const username = values.get('as');
    const userId = username === undefined ? null : (await viewerNamed(database, username)).userId;
    return withClient(database.connections.owner, async (client) => {
      const { rows } = await client.query<Listed & { readonly hash: string }>(siteExercises, [
        target === undefined ? null : `/${target.replace(/^\//u, '')}`,
        userId,
      ]);
      if (target !== undefined && rows.length === 0) throw new StartError(`There is no folder and no title with exercises at ${target}.`);
      const hashById = new Map(rows.map(({ id, hash }) => [id, hash]));
      const record = async (id: string, { verdict, reason, failedTests }: ExerciseCheck) => {
        await client.query('select app_private.record_exercise_check($1, $2, $3, $4, $5, $6)', [
          id,
          hashById.get(id),
          checker.release,
          verdict,
          reason,
          failedTests,
        ]);
      };
      return report(rows, { checker, print, tell, onResult: record });
    });
  });
}

/** The exercises of the site, of a title, and of the titles of a user, in reading order. */
const siteExercises = `
  select c.id, c.exercise as block, c.code_hash as hash, coalesce(k.title, b.title, a.title) as title, coalesce(l.title, '') as text,
    jsonb_path_query_first(coalesce(t.body_delta, w.body_delta), '$.content[*] ? (@.type == "exercise" && @.attrs.id == $id)',
      jsonb_build_object('id', c.exercise)) as node
  from app_public.exercise_checks c
    left join app_public.lessons l on l.id = c.lesson_id
    left join app_public.courses k on k.id = l.course_id
    left join app_public.books b on b.id = l.book_id
    left join app_public.articles a on a.id = c.article_id
    left join app_public.course_lessons o on o.lesson_id = l.id
    left join app_public.book_lessons p on p.lesson_id = l.id
    left join app_private.lesson_revision_texts t on t.revision_id = (app_private.newest_lesson_revision(l.id)).id
    left join app_private.article_revision_texts w on w.revision_id = (app_private.newest_revision(a.id)).id
  where ($1::text is null or $1 in (k.permalink, '/courses/' || k.slug, b.permalink, '/books/' || b.slug, a.permalink, '/articles/' || a.slug))
    and ($2::uuid is null or exists (select from app_public.contributions n
      where n.user_id = $2 and (n.course_id = k.id or n.book_id = b.id or n.article_id = a.id)))
  order by 4, coalesce(k.id, b.id, a.id), coalesce(o.position, p.position), c.position`;

/** Reads the exercises of a folder or archive of Markdown, as an import would. */
async function readFolder(path: string, isDirectory: boolean): Promise<Listed[]> {
  try {
    const folder = isDirectory ? await openDirectory(path) : await openArchive(path);
    try {
      const plan = await (folder.readPlan?.() ?? readPlan(folder));
      return plan.lessons.flatMap(({ title, file, document }, lesson) =>
        exercisesIn(document).map((node, index) => ({
          id: `${lesson}-${index}`,
          node,
          title: plan.title,
          text: `${title} (${file})`,
          block: `number ${index + 1}`,
        })),
      );
    } finally {
      await folder.close();
    }
  } catch (error) {
    throw error instanceof FolderError ? new StartError(error.message) : error;
  }
}

/** Checks exercises a text at a time, and prints those that don't work. */
async function report(
  exercises: readonly Listed[],
  {
    checker,
    print,
    tell,
    onResult,
  }: Pick<CommandContext, 'print' | 'tell'> & {
    readonly checker: ExerciseChecker;
    readonly onResult: (id: string, check: ExerciseCheck) => Promise<void>;
  },
): Promise<number> {
  const counts: Record<ExerciseCheck['verdict'], number> = { PASSES: 0, SOLUTION_FAILS: 0, STARTER_PASSES: 0, NOT_CHECKED: 0 };
  const byId = new Map(exercises.map((one) => [one.id, one]));
  const texts = Map.groupBy(exercises, ({ title, text }) => JSON.stringify([title, text]));
  for (const ofText of texts.values()) {
    const record = async (id: string, check: ExerciseCheck) => {
      counts[check.verdict] += 1;
      const { title = '', text = '', block = '' } = byId.get(id) ?? {};
      const line = `${[title, text].filter(Boolean).join(' › ')} › exercise ${block}: ${describeCheck(check)}`;
      if (check.verdict === 'NOT_CHECKED') tell(line);
      else if (check.verdict !== 'PASSES') print(line);
      await onResult(id, check);
    };
    await checker.check(ofText, record, new AbortController().signal);
  }
  const broken = counts.SOLUTION_FAILS + counts.STARTER_PASSES;
  const parts = [`${counts.PASSES} ${counts.PASSES === 1 ? 'works' : 'work'}`, `${broken} ${broken === 1 ? 'doesn’t' : 'don’t'}`];
  if (counts.NOT_CHECKED > 0) parts.push(`${counts.NOT_CHECKED} couldn’t be checked`);
  print(`${exercises.length} ${exercises.length === 1 ? 'exercise' : 'exercises'}: ${parts.join(', ')}.`);
  return broken > 0 ? 1 : 0;
}
