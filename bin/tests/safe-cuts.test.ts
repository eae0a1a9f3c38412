import { expect, test } from 'vitest';
import { lintFile } from './lint-file.ts';

test('oxlint reports visible texts that are cut by code units', () => {
  const lines = [
    'type Props = { title: string; oid: string; items: string[]; bodyMarkdown: string | null };',
    'export const one = ({ title }: Props) => title.slice(0, 40);',
    "export const two = ({ bodyMarkdown }: Props) => (bodyMarkdown ?? '').trim().slice(0, 40);",
    'export const three = ({ title }: Props) => title.substring(2);',
    'export const four = ({ title }: Props) => `a ${title}`.slice(0, 9);',
    'export const five = ({ items }: Props) => items.slice(0, 3);',
    'export const six = ({ oid }: Props) => oid.slice(0, 7);',
    'export const seven = ({ title }: Props) => title.slice(0, -1);',
    'export const eight = ({ title }: Props) => title.slice(2);',
    'const textOfProps = ({ title }: Props) => `a ${title}`;',
    'export const nine = (props: Props) => textOfProps(props).trim().slice(0, 9);',
  ];
  const { status, stdout } = lintFile('web/app/features/studio/another-cut.ts', lines);
  expect(stdout.match(/(?:\w+|This text)\.\w+ may cut/g)?.toSorted()).toEqual([
    'This text.slice may cut',
    'bodyMarkdown.slice may cut',
    'textOfProps.slice may cut',
    'title.slice may cut',
    'title.substring may cut',
  ]);
  expect(status).toBe(1);
  for (const file of ['document/src/nodes/another-cut.ts', 'api/src/features/folders/another-cut.ts'])
    expect(lintFile(file, lines).stdout, file).toContain('title.slice may cut');
  expect(lintFile('db/src/another-cut.ts', lines).status).toBe(0);
});
