import { expect, test } from 'vitest';
import { lintFile } from './lint-file.ts';

test('oxlint reports text fields and user-written texts without a direction of their own', () => {
  const lines = [
    'type Item = { title: string; author: { displayName: string } };',
    "const site = { title: 'Site' };",
    'export const A = ({ item }: { item: Item }) => <h2>{item.title}</h2>;',
    'export const B = ({ item }: { item: Item }) => <p>By {item.author.displayName}</p>;',
    'export const L = ({ items }: { items: Item[] }) => items.map(({ title }) => <b key={title}>{title}</b>);',
    "export const M = ({ item }: { item: Item }) => <p>{item.author.displayName ?? 'Nobody'}</p>;",
    'export const S = ({ items }: { items: Item[] }) => items.map(({ title: name }) => <b key={name}>{name}</b>);',
    'export const Q = ({ card }: { card: { authors: string[] } }) => <span>{card.authors.join(", ")}</span>;',
    'export const R = ({ card }: { card: { summary: string; lead: string } }) => <p>{card.summary}<b>{card.lead}</b></p>;',
    'export const C = () => <input name="reason" />;',
    'export const D = () => <textarea />;',
    'export const E = () => <input type="search" />;',
    // Correct code.
    'export const F = ({ item }: { item: Item }) => <h2 dir="auto">{item.title}</h2>;',
    'export const G = ({ item }: { item: Item }) => <p>By <bdi>{item.author.displayName}</bdi></p>;',
    'export const H = () => <input type="email" />;',
    'export const I = () => <input dir="auto" />;',
    'export const J = () => <h1>{site.title}</h1>;',
    'export const N = ({ items }: { items: Item[] }) => items.map(({ title }) => <b key={title} dir="auto">{title}</b>);',
    "const steps = [{ title: 'Ours' }];",
    'export const O = () => steps.map(({ title }) => <b key={title}>{title}</b>);',
    'export const P = ({ title }: Item) => <h2>{title}</h2>;',
    'export const K = ({ item }: { item: Item }) => <title>{item.title}</title>;',
  ];
  const { status, stdout } = lintFile('web/app/features/library/another-list.tsx', lines);
  expect(stdout.match(/What people wrote needs/g)).toHaveLength(8);
  expect(stdout.match(/A text field needs/g)).toHaveLength(3);
  expect(status).toBe(1);
});

test('oxlint follows what people wrote through variables, conditions and templates, and keeps words of the site out of its direction', () => {
  const lines = [
    'type Row = { user: { displayName: string; employmentTitle: string; employerName: string } | null; team: { name: string }; isOn: boolean };',
    'declare function nameOf(comment: Row): string;',
    // A variable, also one that was destructured.
    "export const A = ({ row }: { row: Row }) => { const name = row.user?.displayName ?? 'Deleted user'; return <b>{name}</b>; };",
    'export const B = ({ row }: { row: Row }) => { const { name } = row.team; return <b>{name}</b>; };',
    // A condition, a name of a team, a list of parts, a function.
    'export const C = ({ row }: { row: Row }) => <p>{row.isOn ? row.user?.displayName : null}</p>;',
    'export const D = ({ row }: { row: Row }) => <h2>{row.team.name}</h2>;',
    "export const E = ({ row }: { row: Row }) => <small>{[row.user?.employmentTitle, row.user?.employerName].filter(Boolean).join(' at ')}</small>;",
    'export const F = ({ comment }: { comment: Row }) => <p>The answer by {nameOf(comment)}</p>;',
    // A sentence in a template, whose parts no element can isolate.
    'export const G = ({ row }: { row: Row }) => <p dir="auto">{`Your seat in ${row.team.name}, since 2026`}</p>;',
    // Words of the site that follow the direction of a name: "5 comments" would come first.
    'export const H = ({ row }: { row: Row }) => <p dir="auto">{row.team.name} · 5 comments</p>;',
    // Correct code.
    'export const I = ({ row }: { row: Row }) => { const name = row.user?.displayName ?? \'Deleted user\'; return <b dir="auto">{name}</b>; };',
    'export const J = ({ row }: { row: Row }) => <p>Your seat in <bdi>{row.team.name}</bdi>, since 2026</p>;',
    'export const K = ({ row }: { row: Row }) => <blockquote dir="auto">{`“${row.team.name}”`}</blockquote>;',
    'export const L = ({ row }: { row: Row }) => <p><bdi>{row.team.name}</bdi> · 5 comments</p>;',
    "export const M = ({ isOn }: { isOn: boolean }) => { const title = isOn ? 'New plan' : 'New tag'; return <h1>{title}</h1>; };",
    'export const N = ({ row }: { row: Row }) => <p>{row.isOn && <bdi>{row.team.name}</bdi>}</p>;',
  ];
  const { status, stdout } = lintFile('web/app/features/library/another-list.tsx', lines);
  expect(stdout.match(/What people wrote needs/g)).toHaveLength(6);
  expect(stdout.match(/What people wrote in a sentence of ours/g)).toHaveLength(1);
  expect(stdout.match(/Words of ours beside what people wrote/g)).toHaveLength(1);
  expect(status).toBe(1);
});
