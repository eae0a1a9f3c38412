import { toMarkdown } from '@newline/document/markdown';
import { validateDocument } from '@newline/document/validate';
import { describe, expect, test } from 'vitest';
import { folderError } from '../../src/features/import-export/folder.ts';
import { type ImportPlan, ownLink } from '../../src/features/import-export/import-plan.ts';
import { readPlan } from '../../src/features/import-export/read-plan.ts';
import { cpuTimed } from '../cpu-time.ts';
import { generatedChapters, generatedMdBook } from './generated-mdbook.ts';
import { brokenLinks, linksIn } from './links-of.ts';
import { memoryFolder } from './memory-folder.ts';

const summary = (lines: string) => `# Summary\n\n${lines}\n`;
const book = (files: Record<string, string | Buffer>, toml = '[book]\ntitle = "Test"') =>
  readPlan(memoryFolder({ 'book.toml': toml, ...files }));

const markdownOf = (plan: ImportPlan, index = 0) => toMarkdown(plan.lessons[index]?.document ?? { type: 'doc' });

/** Everything that the generated book loses. */
const losses = [
  'book.toml: Authors need an account on this site: add N. Keeper as contributors.',
  'book.toml: [preprocessor] is skipped: this site doesn’t run code.',
  'book.toml: [rust] is skipped: this site doesn’t run code.',
  'src: A definition list becomes paragraphs: each term, then its definition.',
  'src: A nested chapter follows its parent and keeps its number: chapters have one level here.',
  'src: Attributes of code are removed: editable, ignore.',
  'src: Attributes of code are removed: editable.',
  'src: Hidden lines of code are removed: ….',
  'src: The title of the page, …, is removed: chapters use the title in the summary.',
  'src: … is a draft, so its chapter has no text.',
  'src: … moves to a section … at the end, because lessons without a section come first here.',
];

describe('a book of a hundred chapters that uses every feature of the guide', () => {
  test('is read with less than a minute of CPU time, all internal links work, and losses are reported @STUDIO-01', async () => {
    const { result: plan, cpuMs } = await cpuTimed(() => readPlan(memoryFolder(generatedMdBook())));
    expect(cpuMs).toBeLessThan(60_000);

    expect(plan.lessons).toHaveLength(generatedChapters + 1);
    expect(brokenLinks(plan)).toEqual([]);
    const own = plan.lessons.flatMap(({ document }) => linksIn(document)).filter((href) => href.startsWith(ownLink));
    // Twelve in each of 98 chapters, two in the preface, one in the thanks.
    expect(own).toHaveLength((generatedChapters - 2) * 12 + 3);
    expect(own.filter((href) => href.includes('#')).length).toBeGreaterThan(own.length / 2);
    const kinds = new Set(
      plan.messages.map(
        ({ file, message }) => `${file.replaceAll(/\/.*/gu, '')}: ${message.replaceAll(/"[^"]*"|\(?\d+(?:\.\d+)*\)?/gu, '…')}`,
      ),
    );
    expect([...kinds].toSorted()).toEqual(losses);
    for (const { document } of plan.lessons) expect(validateDocument(document, 'lesson')).toEqual({ ok: true, document });
    expect(plan.sections).toEqual([...Array.from({ length: 10 }, (_, index) => `Part ${index + 1}`), 'Further']);
    expect([...plan.images.keys()]).toEqual(['src/images/lamp.png']);
  });

  test('is the same each time it is read @STUDIO-01', async () => {
    expect(await readPlan(memoryFolder(generatedMdBook()))).toEqual(await readPlan(memoryFolder(generatedMdBook())));
  });
});

describe('a summary', () => {
  test('lists chapters before and after, parts, nesting, drafts and their positions @STUDIO-01', async () => {
    const plan = await book({
      'src/SUMMARY.md': summary(
        '[Before](before.md)\n\n---\n\n# Water\n\n- [Boil](water/README.md)\n  - [Pots *and* pans](water/pots.md)\n- [Later]()\n\n# Tea\n\n1. [Leaves](tea.md)\n\n[After](after.md)\n\nstray',
      ),
      'src/before.md': 'b',
      'src/water/README.md': 'w',
      'src/water/pots.md': 'p',
      'src/after.md': 'a',
    });
    expect(plan.sections).toEqual(['Water', 'Tea', 'Further']);
    expect(plan.lessons.map(({ slug, title, role, section }) => [slug, title, role, section])).toEqual([
      ['before', 'Before', 'INTRODUCTION', null],
      ['water', '1. Boil', 'CHAPTER', 0],
      ['water-pots', '1.1. Pots and pans', 'CHAPTER', 0],
      ['later', '2. Later', 'CHAPTER', 0],
      ['tea', '3. Leaves', 'CHAPTER', 1],
      ['after', 'After', 'CHAPTER', 2],
    ]);
    expect(plan.messages).toEqual([
      {
        file: 'src/SUMMARY.md',
        lines: [10],
        message: 'A nested chapter follows its parent and keeps its number: chapters have one level here.',
        weight: 'info',
      },
      { file: 'src/SUMMARY.md', lines: [11], message: '"Later" is a draft, so its chapter has no text.', weight: 'info' },
      { file: 'src/SUMMARY.md', lines: [15], message: '"tea.md" doesn’t exist, so its chapter has no text.', weight: 'changed' },
      { file: 'src/SUMMARY.md', lines: [19], message: 'Skipped, as in mdBook: "stray".', weight: 'lost' },
      {
        file: 'src/after.md',
        lines: [],
        message: '"After" moves to a section "Further" at the end, because lessons without a section come first here.',
        weight: 'changed',
      },
    ]);
  });

  test('without parts makes a section of each top-level chapter; its first heading is its title @STUDIO-01', async () => {
    const plan = await book(
      {
        'src/SUMMARY.md':
          '# The kettle\n\n[Before](before.md)\n\n- [One](one.md)\n  - [One a](one-a.md)\n    - [One a i](one-a-i.md)\n- [Two](two.md)\n',
        'src/before.md': '# Before\n\nb',
        'src/one.md': '# One\n\n1',
        'src/one-a.md': '# One a\n\na',
        'src/one-a-i.md': '# One a i\n\ni',
        'src/two.md': '# Two\n\n2',
      },
      '',
    );
    expect(plan.title).toBe('The kettle');
    expect(plan.lessons.map(({ title, section }) => [section === null ? null : plan.sections[section], title])).toEqual([
      [null, 'Before'],
      ['1. One', '1. One'],
      ['1. One', '1.1. One a'],
      ['1. One', '1.1.1. One a i'],
      ['2. Two', '2. Two'],
    ]);
    // The heading that repeats the title is the title, number or not.
    expect(plan.lessons.map((_lesson, index) => markdownOf(plan, index))).toEqual(['b', '1', 'a', 'i', '2']);
  });

  test('is required, and book.toml must be TOML', async () => {
    await expect(book({})).rejects.toThrow(folderError('ARCHIVE_SUMMARY_REQUIRED', { file: 'src/SUMMARY.md' }));
    await expect(book({ 'src/SUMMARY.md': 'nothing' })).rejects.toThrow('src/SUMMARY.md: expected a list of chapters, got none.');
    await expect(book({}, 'title = ')).rejects.toThrow(/^book\.toml: /u);
  });
});

describe('a chapter', () => {
  const one = (text: string, more: Record<string, string> = {}, toml?: string) =>
    book(
      {
        'src/SUMMARY.md': summary('- [One](one.md)\n- [Two](sub/two.md)'),
        'src/one.md': text,
        'src/sub/two.md': '## Far\n\n## Far\n\n## Named {#own}',
        ...more,
      },
      toml,
    );

  test('includes files, parts and anchors, and nothing outside of the folder @STUDIO-01', async () => {
    const plan = await one(
      [
        '```rs',
        '{{#include a.rs:mid}}',
        '```',
        '',
        '```rs',
        '{{#include a.rs:2:3}}',
        '```',
        '',
        '{{#include ../../../../etc/passwd}} {{#include /etc/passwd}} \\{{#include a.rs}}',
        '',
        '{{#include none.rs}}{{#include a.rs:gone}}{{#check x}}',
      ].join('\n'),
      { 'src/a.rs': 'one\n// ANCHOR: mid\ntwo\n// ANCHOR_END: mid\nthree\n' },
    );
    expect(markdownOf(plan)).toBe(
      '```rs\ntwo\n```\n\n```rs\ntwo\n```\n\n{{#include ../../../../etc/passwd}} {{#include /etc/passwd}} {{#include a.rs}}\n\n{{#include none.rs}}{{#include a.rs:gone}}{{#check x}}',
    );
    expect(plan.messages.map(({ lines, message }) => `${lines.join()} ${message.slice(message.indexOf(' is kept'))}`)).toEqual([
      '9  is kept as text: it points outside the folder.',
      '9  is kept as text: it points outside the folder.',
      '11  is kept as text: there is no such file.',
      '11  is kept as text: the file has no anchor "gone".',
      '11  is kept as text: this directive isn’t supported.',
    ]);
  });

  test('that includes itself ends @STUDIO-01', async () => {
    const plan = await one('a {{#include one.md}}');
    expect(plan.messages.map(({ message }) => message)).toEqual(['"{{#include one.md}}" is kept as text: it’s nested too deeply.']);
    expect(markdownOf(plan)).toBe(`${'a '.repeat(11)}{{#include one.md}}`);
  });

  test('has working links to chapters and headings, and broken ones are reported @STUDIO-01', async () => {
    const plan = await one(
      '[a](sub/two.md#far-1) [b](sub/two.html#own) [c](#top) [d](none.md) [e](sub/two.md#zzz) [f](javascript:alert) [g](../../x.md)\n\n# Top',
    );
    expect(linksIn(plan.lessons[0]?.document ?? { type: 'doc' })).toEqual([
      '/~item/sub-two#far-1',
      '/~item/sub-two#named',
      '/~item/one#top',
      '/~item/sub-two',
    ]);
    expect(plan.messages.map(({ message }) => message)).toEqual(
      [
        'The link to "none.md" is removed, and its text is kept: there is no such file.',
        'The link to "sub/two.md#zzz" points to the whole chapter, which has no such heading.',
        'A link to "javascript:alert" is removed: expected http, https, mailto or tel.',
        'The link to "../../x.md" is removed, and its text is kept: it points outside the folder.',
      ].toSorted(
        (a, b) => plan.messages.findIndex(({ message }) => message === a) - plan.messages.findIndex(({ message }) => message === b),
      ),
    );
  });

  test('has code without hidden lines, formulas, callouts, footnotes, tables and task lists @STUDIO-01', async () => {
    const plan = await one(
      '```rust,ignore\n# hidden\n#[x]\n## shown\n```\n\n\\\\[ a \\\\]\n\nx \\\\( b \\\\)\n\n```admonish bug\nOops\n```\n\n```admonish tip title="Own"\nGood\n```\n\n> [!NOTE]\n> Mind.\n\n<div class="warning">Hot</div>\n\n- [x] done\n\n~~gone~~[^n]\n\n[^n]: Note.\n\n<div class="hidden">unseen</div>\n',
      {},
      '[book]\ntitle = "T"\n[output.html]\nmathjax-support = true',
    );
    expect(markdownOf(plan)).toBe(
      [
        '```rust\n#[x]\n# shown\n```',
        '$$\na\n$$',
        'x $b$',
        ':::panel{type=error}\n**Bug**\n\nOops\n:::',
        ':::panel{type=tip}\n**Own**\n\nGood\n:::',
        ':::panel\nMind.\n:::',
        ':::panel{type=warning}\nHot\n:::',
        '- [x] done',
        '~~gone~~[^1]',
        '[^1]: Note.',
      ].join('\n\n'),
    );
    expect(plan.messages.map(({ lines, message }) => `${lines.join()} ${message}`)).toEqual([
      '1 Attributes of code are removed: ignore.',
      '1 Hidden lines of code are removed: 1.',
      '30 Hidden content is removed.',
    ]);
  });

  test('keeps quotation marks unless the book requests curly ones', async () => {
    expect(markdownOf(await one('"a" -- b...'))).toBe('"a" -- b...');
    expect(markdownOf(await one('"a" -- b...', {}, '[book]\ntitle = "T"\n[output.html]\nsmart-punctuation = true'))).toBe('“a” – b…');
  });

  test('with hostile HTML contains nothing that runs, and says so @STUDIO-01', async () => {
    const plan = await one(
      '<script>alert(1)</script>\n\n<img src="x" onerror="alert(1)">\n\n<a href="javascript:alert(1)">go</a>\n\n<iframe src="https://evil.example/"></iframe>',
    );
    expect(JSON.stringify(plan.lessons[0]?.document)).not.toMatch(/alert|onerror|javascript:|script/iu);
    expect(plan.messages.map(({ message }) => message)).toEqual([
      '<script> is removed: pages don’t allow it.',
      'The image "x" is removed, and its alt text is kept: there is no such file.',
      'A link to "javascript:alert(1)" is removed: expected http, https, mailto or tel.',
    ]);
  });
});
