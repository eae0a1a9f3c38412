import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

type Node = { type: string } & Record<string, unknown>;

/** Returns the fixed parts of a text: those between the values of a template, and each branch of a condition. */
function fixedParts(node: Node): string[] {
  const children = (key: string) => (node[key] as Node[]).flatMap(fixedParts);
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [node['value']] : [];
    case 'JSXText':
      return [node['value'] as string];
    case 'TemplateLiteral':
      return [...(node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked), ...children('expressions')];
    case 'JSXExpressionContainer':
      return fixedParts(node['expression'] as Node);
    case 'ConditionalExpression':
      return [...fixedParts(node['consequent'] as Node), ...fixedParts(node['alternate'] as Node)];
    case 'JSXFragment':
      return children('children');
    default:
      return [];
  }
}

const spoken = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Returns the controls whose accessible name doesn't contain the words that they show, as `file: "shown" in "name"`. Users of voice control
 * say the words that they see (WCAG 2.5.3).
 */
function misnamed(file: string, source: string): string[] {
  const controls: string[] = [];
  const visitor = new Visitor({
    JSXElement(element) {
      const attributes = element.openingElement.attributes as unknown as Node[];
      const label = attributes.find(
        (attribute) => attribute.type === 'JSXAttribute' && (attribute['name'] as Node)['name'] === 'aria-label',
      );
      if (!label?.['value']) return;
      const names = fixedParts(label['value'] as Node).map(spoken);
      if (names.every((name) => name === '')) return;
      for (const part of (element.children as unknown as Node[]).flatMap(fixedParts)) {
        const shown = spoken(part);
        if (shown !== '' && !names.some((name) => ` ${name} `.includes(` ${shown} `)))
          controls.push(`${file}: "${part.trim()}" in "${names.join('…')}"`);
      }
    },
  });
  visitor.visit(parseSync(file, source).program);
  return controls;
}

test('the accessible name of a control contains the words that it shows @SITE-10', () => {
  const files = execFileSync('git', ['ls-files', 'web/app/*.tsx', 'ui/*.tsx', 'editor/*.tsx'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
  expect(files.flatMap((file) => misnamed(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test('a name that separates the words that are shown is found (control)', () => {
  const page =
    'const a = <a aria-label={`Offer ${name} again`}>Offer again</a>; const b = <a aria-label={`Offer again: ${name}`}>Offer again</a>;';
  expect(misnamed('page.tsx', page)).toEqual(['page.tsx: "Offer again" in "offer…again"']);
});
