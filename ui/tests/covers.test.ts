import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cover } from '../src/covers/cover.ts';
import { coverFile } from '../src/covers/cover-file.ts';
import { initials } from '../src/covers/initials.ts';
import { layOutCover } from '../src/covers/lay-out-cover.ts';
import { portrait } from '../src/covers/portrait.ts';
import { shareImage } from '../src/covers/share-image.ts';
import { printedPortrait } from '../src/covers/printed-portrait.ts';
import { advance } from '../src/covers/title.ts';
import { FIGURES_OF_TOPIC, printedInks, type Topic } from '../src/covers/topic.ts';
import { topicsInRow } from '../src/covers/topics-in-row.ts';
import { topicOfName } from '../src/components/topic-of-name.ts';

const topics = Object.keys(FIGURES_OF_TOPIC) as Topic[];
const figures = [...new Set(topics.flatMap((topic) => FIGURES_OF_TOPIC[topic]))];
const book = { title: 'Small Models, Honest Answers', by: 'Mirela Castan', topic: 'ai', kind: 'book' } as const;

test('printed inks are the values of the tokens', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../src/tokens.css'), 'utf8');
  for (const topic of topics) {
    const { ground, figure, type } = printedInks(topic);
    for (const [index, ink] of [ground, figure, type].entries())
      expect(tokens).toMatch(new RegExp(`--t-${topic}-${index + 1}:\\s*${ink};`));
  }
});

test.each(figures)('the figure %s is made of horizontal bars only', (figure) => {
  for (const kind of ['book', 'course'] as const)
    expect(layOutCover({ ...book, kind, figure }).figure).toMatch(/^(M[\d.-]+ [\d.-]+H[\d.-]+v[\d.]+H[\d.-]+z)+$/);
});

test('the same title always has the same cover, and another title or seed another one', () => {
  expect(cover(book)).toBe(cover(book));
  expect(cover({ ...book, seed: '2' })).not.toBe(cover(book));
  expect(layOutCover({ ...book, figure: 'wave' }).figure).not.toBe(layOutCover({ ...book, figure: 'wave', title: 'Go at Rest' }).figure);
});

test('a title stays inside its cover, in at most four lines', () => {
  for (const title of ['Go at Rest', 'Rust for People with Deadlines', 'Accessibility, Audibly', 'Webpack, Explained to a Friend'])
    for (const kind of ['book', 'course'] as const) {
      const { title: lines, width } = layOutCover({ ...book, title, kind });
      expect(lines.length).toBeLessThanOrEqual(4);
      for (const line of lines) expect(line.x + advance(line.text) * line.size).toBeLessThan(kind === 'book' ? width : 286);
    }
});

/** The bars of a portrait: left, top, right and height. */
const barsOf = (svg: string) =>
  [...svg.matchAll(/M([\d.]+) ([\d.]+)H([\d.]+)v([\d.]+)H[\d.]+z/g)].map(
    (bar) => bar.slice(1).map(Number) as [number, number, number, number],
  );

test('a portrait is drawn with horizontal bars only, and has eyes and a mouth in an open face', () => {
  for (let count = 0; count < 200; count += 1) {
    const svg = portrait({ name: `Person ${count}`, topic: 'ai' });
    expect(svg).toMatch(/<path fill="[^"]+" d="(M[\d.]+ [\d.]+H[\d.]+v[\d.]+H[\d.]+z)+"\/><\/svg>$/);
    const bars = barsOf(svg);
    const at = (x: number, y: number) => bars.filter(([left, top, right, tall]) => left <= x && x <= right && top <= y && y <= top + tall);
    const eyes = bars.filter(([left, top, right, tall]) => tall === 3.4 && left > 36 && right < 64 && top < 41.5 && top + tall > 41.5);
    expect(eyes.length, svg).toBe(2);
    for (const [left, , right, tall] of eyes) {
      expect(Math.abs(left + right - 100)).toBeGreaterThan(8);
      // Nothing touches an eye at its sides.
      expect(at(left - 0.5, 41.5), svg).toEqual([]);
      expect(at(right + 0.5, 41.5), svg).toEqual([]);
      expect(tall).toBeGreaterThan(3);
    }
    expect(at(50, 57).length, svg).toBe(1);
    expect(at(50, 54), svg).toEqual([]);
  }
});

test('the same name always has the same portrait, and names have different faces', () => {
  expect(portrait({ name: 'Ada', topic: 'ai' })).toBe(portrait({ name: 'Ada', topic: 'ai' }));
  const portraits = Array.from({ length: 100 }, (_, index) =>
    portrait({ name: `${index}`, topic: 'ai' }).replace(/aria-label="[^"]*"/, ''),
  );
  expect(new Set(portraits).size).toBe(100);
});

test('portraits next to each other have different colors, and otherwise those of the name', () => {
  const names = Array.from({ length: 60 }, (_, index) => `Person ${index % 7}`);
  const chosen = topicsInRow(names);
  for (const [index, topic] of chosen.entries()) expect(chosen.slice(Math.max(0, index - 3), index)).not.toContain(topic);
  expect(topicsInRow(['Ada'])).toEqual([topicOfName('Ada')]);
  expect(new Set(topicsInRow(['Ada', 'Ada', 'Ada', 'Ada'])).size).toBe(4);
  expect(printedPortrait('Ada', 'design')).toContain(printedInks('design').ground);
});

test('names and titles can’t break out of their attribute or element', () => {
  const bad = '"><script>&';
  for (const svg of [cover({ ...book, title: bad, by: bad }), portrait({ name: bad, topic: 'ai' }), initials({ name: bad, topic: 'ai' })])
    expect(svg).not.toContain('<script');
});

test('an exported cover has its own colors and no font', () => {
  for (const shape of ['poster', 'wide'] as const) {
    const svg = coverFile({ ...book, shape }, () => 'M0 0h1v1H0z');
    expect(svg).not.toMatch(/var\(|<text|font-/);
    expect(svg).toContain(printedInks('ai').ground);
  }
});

test('initials are the first letters of the first and the last name', () => {
  expect(initials({ name: 'Marit Solheim-Quaye', topic: 'backend' })).toContain('>MQ<');
  expect(initials({ name: 'Pim', topic: 'basics' })).toContain('>P<');
  expect(initials({ name: 'Noa Levi (developer)', topic: 'basics' })).toContain('>Nd<');
  expect(initials({ name: '👩🏽‍💻 E\u0301mile', topic: 'basics' })).toContain('>👩🏽‍💻E\u0301<');
});

test('a link preview image has no font and no markup from its title, and fits any title in five lines', () => {
  const lines: { text: string; size: number }[] = [];
  const setType = (line: { text: string; x: number; size: number }, font: 'title' | 'by') => {
    if (font === 'title' && line.text !== 'site') lines.push(line);
    return { path: 'M0 0h1v1H0z', end: line.x + advance(line.text) * line.size };
  };
  for (const title of ['D3', '"><script>&', 'Many words '.repeat(40), 'w'.repeat(300), '日本語'.repeat(30)]) {
    lines.length = 0;
    const svg = shareImage({ title, by: 'by '.repeat(17), topic: 'ai', siteName: 'site' }, setType);
    expect(svg).not.toMatch(/var\(|<text|font-|<script/);
    expect(lines.length).toBeLessThanOrEqual(5);
    for (const { text, size } of lines) expect(advance(text) * size, title).toBeLessThan(700);
  }
});
