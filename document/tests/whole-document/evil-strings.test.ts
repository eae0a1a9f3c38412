import { expect, test } from 'vitest';
import { findPlayer } from '../../src/embeds/find-player.ts';
import { readScriptEmbed } from '../../src/embeds/script-embeds.ts';
import { fromHtml } from '../../src/from-html.ts';
import { renderHtml } from '../../src/html.ts';
import { fromMarkdown } from '../../src/markdown.ts';
import { isForeignUrl, safeUrl } from '../../src/safe-url.ts';
import { toText } from '../../src/text.ts';
import { validateDocument } from '../../src/validate.ts';
import { doc, link, node, p, text } from '../builders.ts';
import { cpuMs, slowness } from '../cpu-time.ts';

const length = 100_000;
const isFullRun = process.env['NEWLINE_TEST_FULL'] === '1';
/** All of them are linear. Tens of thousands of tables or formulas in one text take the longest, about 100 ms. */
const mostMs = 200;

/** Input that has made parsers slow which look back, or look for an end that never comes. */
const units = [
  ...['a', '[', '![', '![x](', '[[]', '[x][', '[a]: x\n', '[](', '*a **b ', '***a** b* ', '_a__b_', '`a``', '\\', '<x@y>', 'http://a.'],
  ...['> ', '- ', '1. ', '- - ', '+\n', '=\n', '~~~\n', '```\n', '$$\n', '\n|-\n', 'a|b\n-|-\n', ':::panel\n', ':::summary\n:::\n'],
  ...['{: a=b ', '::embed{url="', '<!--', '<a href="', '<p>x</b>', '&amp;', '&#', '\u200b', '\t', '-', '/', 'a-', '%', '@', ':', '.'],
];

const provider = { name: 'X', kind: 'iframe', hosts: ['youtube.com'], frames: ['*.youtube.com'] } as const;

const readers: Readonly<Record<string, (evil: string) => unknown>> = {
  'Markdown of an article': (evil) => fromMarkdown(evil, 'article'),
  'Markdown of a comment': (evil) => fromMarkdown(`a ${evil}`, 'comment'),
  HTML: (evil) => fromHtml(evil, 'article'),
  'validation, HTML and text': (evil) => {
    const document = doc(
      p(text(evil, link(evil)), text(evil, link(`https://example.org/${evil}`))),
      node('heading', {}, evil),
      node('codeBlock', { mode: evil, highlightLines: evil, url: evil }, evil),
      node('image', { src: evil, alt: evil }),
      node('embed', { url: `https://youtube.com/${evil}`, html: evil }),
      node('mermaid', {}, evil),
      node('math', {}, evil),
    );
    const validation = validateDocument(document, 'article');
    return [renderHtml(document), toText(validation.ok ? validation.document : doc(p(evil)))];
  },
  addresses: (evil) =>
    ['', 'https://', 'https://youtube.com/', 'https://youtube.com/watch?v='].map((start) => [
      safeUrl(start + evil),
      isForeignUrl(start + evil, 'https://newline.example'),
      findPlayer(start + evil, [provider]),
      readScriptEmbed(start + evil, 'Gist'),
    ]),
};

test.each(Object.keys(readers).map((name, at) => ({ name, at })))(
  `evil strings of 100 kB: $name takes at most ${mostMs} ms of CPU time for each @DOC-02`,
  ({ name, at }) => {
    // Each string has one reader in every run, and all readers in the full run.
    const tried = isFullRun ? units : units.filter((_unit, index) => index % 3 === at % 3);
    const slow = tried.filter((unit) => {
      const evil = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
      const limit = mostMs * slowness();
      // The best of several runs, so that other load on the machine doesn't matter.
      return Array.from({ length: 5 }, () => limit).every((most) => cpuMs(() => readers[name]?.(evil)) > most);
    });
    expect(slow).toEqual([]);
  },
  300_000,
);

test('a reader with quadratic backtracking is found (control)', () => {
  const evil = '-'.repeat(length);
  expect(cpuMs(() => /^(?:-+)+a/u.exec(evil.slice(0, 26)))).toBeGreaterThan(mostMs * slowness());
});
