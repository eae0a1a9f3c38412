import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openedElsewhere, openings } from '../../../e2e/support/openings.ts';

const root = join(import.meta.dirname, '../../..');

/** What opens something above the page. */
const creates =
  /<(?:Dialog|SidePanel|Menu|ConfirmButton|ConfirmDialog|LazyConfirmDialog)\b|<dialog\b|\bpopover="|\bfrom '@base-ui\/|role="(?:dialog|alertdialog|menu)"/;

/** The components that the others are made of, and the editor's own menu, of which editor-menus.spec.ts opens each. */
const parts: ReadonlySet<string> = new Set([
  'ui/src/components/dialog.tsx',
  'ui/src/components/menu.tsx',
  'ui/src/components/side-panel.tsx',
  'web/app/shared/confirm/confirm-button.tsx',
  'web/app/shared/confirm/confirm-dialog.tsx',
  'editor/src/menus/option-menu.tsx',
]);

function componentsThatOpen(): string[] {
  return ['web/app', 'ui/src', 'editor/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path}`)
      .filter((path) => path.endsWith('.tsx') && creates.test(readFileSync(join(root, path), 'utf8'))),
  );
}

test('every component with a dialog, a menu or a popover is opened by a browser test @SITE-10', () => {
  const opened = new Set([...openings.map(({ file }) => file), ...Object.keys(openedElsewhere), ...parts]);
  const written = componentsThatOpen();
  expect(written.filter((file) => !opened.has(file))).toEqual([]);
  expect([...opened].filter((file) => !written.includes(file))).toEqual([]);
});

test('what needs content of its own is opened by the spec that the table names @SITE-10', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  expect(
    Object.values(openedElsewhere).filter((spec) => !/dialog|confirm(?:Action)?\(|expectQuestions\(/.test(read(`e2e/${spec}`))),
  ).toEqual([]);
});
