import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const app = join(import.meta.dirname, '../../app');
const files = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(join(app, file), 'utf8') }));

/** Matches names of mutations that remove something, or give a user power over others. */
const verbs = /^(archive|ban|cancel|clear|delete|end|hide|leave|reject|remove|reset|revoke|setAdmin|signOut|suspend|unpublish|withdraw)/;

/** Mutations that don't ask with a shared dialog, with the reasons. */
const exceptions: Readonly<Record<string, string>> = {
  'CancelSubscriptionDocument in features/plans/plan-section.tsx': 'It runs until the end of what is paid; Resume takes it back.',
  'LeaveTeamDocument in features/plans/team-page.tsx': 'The page asks in place.',
  'DeletePersonDocument in features/admin/delete-person-dialog.tsx': 'It is a question: the username has to be typed.',
  'remove in features/studio-paths/step-list.tsx': 'Undo brings the step back.',
  'EndPersonSuspensionDocument in features/admin/person-page.tsx': 'It gives a right back.',
  'EndSuspensionDocument in features/moderation/moderation-page.tsx': 'It gives a right back.',
};

/** Returns each operation with a destructive mutation, by its own name or as a property, and the components that use it. */
function usesOf(): { use: string; asks: boolean }[] {
  const documents = files.flatMap(({ text }) =>
    [...text.matchAll(/(export const )?(\w+)(?: =|:)\s*graphql\(\s*\/\* GraphQL \*\/ `\s*mutation[^{]*\{\s*(?:\w+: )?(\w+)/g)]
      .filter(([, , , mutation = '']) => verbs.test(mutation))
      .map(([, isExported, name = '']) => ({
        name,
        pattern: new RegExp(isExported ? `\\b${name}\\b` : `Changes\\.${name}\\b|\\bchanges\\.${name}\\b`),
      })),
  );
  return documents.flatMap(({ name, pattern }) =>
    files
      .filter(({ file, text }) => file.endsWith('.tsx') && pattern.test(text))
      .map(({ file, text }) => ({ use: `${name} in ${file}`, asks: /<(?:Lazy)?Confirm(?:Button|Dialog)\b/.test(text) })),
  );
}

test('each component that deletes something asks first, or says why not', () => {
  const uses = usesOf();
  // The control: the search finds them.
  expect(uses.map(({ use }) => use)).toEqual(
    expect.arrayContaining(['EndAccessDocument in features/admin/grants-page.tsx', 'archive in features/studio-items/item-studio.tsx']),
  );
  expect(uses.length).toBeGreaterThan(8);
  expect(uses.filter(({ use, asks }) => !asks && !(use in exceptions)).map(({ use }) => use)).toEqual([]);
  expect(Object.keys(exceptions).filter((exception) => !uses.some(({ use }) => use === exception))).toEqual([]);
});
