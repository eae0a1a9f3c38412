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
