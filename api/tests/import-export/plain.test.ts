import { toMarkdown } from '@newline/document/markdown';
import { describe, expect, test } from 'vitest';
import type { ImportPlan } from '../../src/features/import-export/import-plan.ts';
import { withNotebookImages } from '../../src/features/import-export/plain/read-notebook.ts';
import { readPlan } from '../../src/features/import-export/read-plan.ts';
import { onePixel } from './generated-mdbook.ts';
import { brokenLinks } from './links-of.ts';
import { memoryFolder } from './memory-folder.ts';

const folder = (files: Record<string, string | Buffer>) => readPlan(memoryFolder(files));
const order = (plan: ImportPlan) =>
  plan.lessons.map(({ title, section }) => (section === null ? title : `${plan.sections[section]} / ${title}`));
const messagesOf = (plan: ImportPlan) => plan.messages.map(({ file, lines, message }) => `${file}:${lines.join()} ${message}`);
const markdownOf = (plan: ImportPlan, index = 0) => toMarkdown(plan.lessons[index]?.document ?? { type: 'doc' });

describe('a folder of plain Markdown @BRING-01', () => {
  test('with one text is a course of one lesson @STUDIO-01', async () => {
    const plan = await folder({ '01-one.md': '# One\n\ntext\n' });
    expect(plan).toMatchObject({ format: 'markdown', kind: 'COURSE', title: 'One', sections: [], messages: [] });
    expect(plan.lessons).toMatchObject([{ slug: 'one', title: 'One', role: 'LESSON', section: null }]);
    expect(markdownOf(plan)).toBe('text');
  });

  test('is read as UTF-16 or Windows-1252 if it isn’t UTF-8, and the report says so @STUDIO-01', async () => {
    const text = '# Käse\n\nGrüße.';
    const plan = await folder({
      'a.md': Buffer.from(text, 'latin1'),
      'b.md': Buffer.from(`\uFEFF${text}`, 'utf16le'),
      'c.md': Buffer.from(`\uFEFF${text}`),
      'd.md': Buffer.from([0x23, 0x20, 0x93, 0x78, 0x94, 0x0a]),
    });
    expect(plan.lessons.map(({ title }) => title)).toEqual(['Käse', 'Käse', 'Käse', '“x”']);
    expect([0, 1, 2].map((index) => markdownOf(plan, index))).toEqual(['Grüße.', 'Grüße.', 'Grüße.']);
    expect(messagesOf(plan)).toEqual([
      'a.md: It isn’t UTF-8, so it’s read as Windows-1252 (Latin-1). Check its letters with accents.',
      'b.md: It isn’t UTF-8, so it’s read as UTF-16. Check its letters with accents.',
      'd.md: It isn’t UTF-8, so it’s read as Windows-1252 (Latin-1). Check its letters with accents.',
    ]);
  });

  test('can have notebooks of Jupyter, and texts of Quarto @STUDIO-01', async () => {
    const cell = (type: string, source: string[], outputs?: object[]) => ({ cell_type: type, source, ...(outputs && { outputs }) });
    const notebook = {
      cells: [
        cell('markdown', ['# Sorting\n', '\n', 'See [plots](2-plots.qmd).']),
        cell(
          'code',
          ['print("hi")\n', '1 + 1'],
          [{ text: ['hi\n'] }, { data: { 'text/plain': ['2'] } }, { data: { 'image/png': 'iVBORw' } }],
        ),
      ],
      metadata: { kernelspec: { language: 'python' } },
    };
    const files = withNotebookImages(
      memoryFolder({
        '1-sorting.ipynb': JSON.stringify(notebook),
        '2-plots.qmd': '---\ntitle: Plots\n---\n\n```{r, echo=FALSE}\n#| label: fig\nplot(1)\n```\n',
        '3-broken.ipynb': '{',
      }),
    );
    const plan = await readPlan(files);
    expect(order(plan)).toEqual(['Sorting', 'Plots']);
    expect(markdownOf(plan)).toBe(
      'See [plots](/~item/plots).\n\n```python\nprint("hi")\n1 + 1\n```\n\n```text\nhi\n```\n\n```text\n2\n```\n\n![](/~picture/1-sorting.ipynb%2Fcell-2-output-3.png)',
    );
    expect((await files.read('1-sorting.ipynb/cell-2-output-3.png')).toString('base64')).toBe('iVBORw==');
    await expect(files.read('1-sorting.ipynb/cell-1-output-3.png')).rejects.toThrow(/no such file/u);
    expect(markdownOf(plan, 1)).toBe('```r\nplot(1)\n```');
    expect(messagesOf(plan)).toEqual([
      '2-plots.qmd:6 Options of code are removed.',
      '3-broken.ipynb: Skipped: it isn’t a notebook of Jupyter with cells. Save it with a newer version.',
    ]);
  });

  test('follows the numbers in its names, and its folders are sections @STUDIO-01', async () => {
    const plan = await folder({
      'README.md': '# Brewing\n\nWelcome.',
      '1-water/02-pots.md': '# Pots',
      '1-water/01-boil.md': '# Boil',
      '1-water/10-cool.md': 'Cool',
      '2-tea/README.md': '# All about tea\n\nIt grows.',
      '2-tea/leaves.md': '# Leaves {#own}',
      '2-tea/sorts/green.md': 'Green',
    });
    expect(plan.title).toBe('Brewing');
    expect(order(plan)).toEqual([
      'Brewing',
      'Water / Boil',
      'Water / Pots',
      'Water / Cool',
      'All about tea / All about tea',
      'All about tea / Leaves',
      'All about tea: Sorts / Green',
    ]);
    expect(plan.lessons.map(({ slug }) => slug)).toEqual([
      'brewing',
      'water-boil',
      'water-pots',
      'water-cool',
      'tea',
      'tea-leaves',
      'tea-sorts-green',
    ]);
  });

  test('without numbers follows the links of its opening file, then the alphabet @STUDIO-01', async () => {
    const plan = await folder({
      'book/README.md':
        '# The kettle\n\n* [Foreword](foreword.md)\n* [Chapter 1](ch1.md)\n* [Chapter 2](./ch2.md#top)\n\n```\n[no](zz.md)\n```',
      'book/ch10.md': '# Ten',
      'book/ch2.md': '# Two',
      'book/ch1.md': '# One',
      'book/foreword.md': '# Foreword',
      'book/ch9.md': '# Nine',
    });
    expect(plan.title).toBe('The kettle');
    expect(order(plan)).toEqual(['The kettle', 'Foreword', 'One', 'Two', 'Nine', 'Ten']);
  });

  test('follows Hugo’s weights and Jekyll’s order, and uses their titles @STUDIO-01', async () => {
    const hugo = await folder({
      'hugo.toml': "baseURL = 'https://example.org'\ntitle = 'Kettle school'\n",
      'content/_index.md': '+++\ntitle = "Start"\n+++\n',
      'content/water/_index.md': '---\ntitle: Water\nweight: 2\n---\n',
      'content/water/b.md':
        '+++\ntitle = "Bee"\nweight = 1\ntags = ["x"]\n+++\n\nSee [tea]({{< ref "/tea/leaves.md" >}}).\n\n{{< tip >}}\n',
      'content/water/a.md': '---\ntitle: Ay\nweight: 5\n---\n\nWords.\n',
      'content/tea/_index.md': '---\ntitle: Tea\nweight: 1\n---\n\nAbout tea.\n',
      'content/tea/leaves.md': '---\ntitle: Leaves\ndescription: Green ones.\n---\n\nText.\n',
    });
    expect(hugo.title).toBe('Kettle school');
    expect(order(hugo)).toEqual(['Tea / Tea', 'Tea / Leaves', 'Water / Bee', 'Water / Ay']);
    expect(hugo.lessons[1]?.description).toBe('Green ones.');
    expect(brokenLinks(hugo)).toEqual([]);
    expect(messagesOf(hugo)).toEqual([
      'content/water/b.md:1 Front matter is skipped: tags.',
      'content/water/b.md:9 A tag is kept as text: "{{< tip >}}".',
    ]);

    const jekyll = await folder({
      '_config.yml': 'title: Kettle log # ours\n',
      '_posts/2024-02-01-second.md': '---\nlayout: post\ntitle: The second\n---\n\n{% highlight js %}\nconst a = 1;\n{% endhighlight %}\n',
      '_posts/2024-01-05-first.md': '---\nlayout: post\n---\n\nWords.\n',
      '_layouts/post.md': 'no text',
    });
    expect(jekyll.title).toBe('Kettle log');
    expect(order(jekyll)).toEqual(['First', 'The second']);
    expect(markdownOf(jekyll, 1)).toBe('```js\nconst a = 1;\n```');
  });

  test('follows SUMMARY.md, with sections and numbers for nested entries @STUDIO-01', async () => {
    const plan = await folder({
      'SUMMARY.md': '# Kettle guide\n\n* [Hello](README.md)\n* [Water](water/README.md)\n  * [Boil](water/boil.md)\n* [Gone](none.md)\n',
      'README.md': '# Hello',
      'water/README.md': '# Water',
      'water/boil.md': '# Boil\n\n[back](../README.md)',
      'extra.md': '# Extra',
    });
    expect(plan.title).toBe('Kettle guide');
    expect(order(plan)).toEqual(['1. Hello / 1. Hello', '2. Water / 2. Water', '2. Water / 2.1. Boil', 'Further / Extra']);
    expect(brokenLinks(plan)).toEqual([]);
    expect(messagesOf(plan)).toEqual([
      'SUMMARY.md:6 "Gone" is skipped: it has no text in this folder.',
      'extra.md: SUMMARY.md doesn’t list it, so it comes last.',
      expect.stringContaining('moves to a section "Further"'),
    ]);
  });

  test('follows VitePress’s sidebar, which is parsed and never run @STUDIO-01', async () => {
    const plan = await folder({
      'docs/.vitepress/config.mts': `import { defineConfig } from 'vitepress';
process.exit(1);
export default defineConfig({
  title: 'Kettle docs',
  transformHead: () => [],
  themeConfig: { sidebar: { '/guide/': { base: '/guide/', items: [
    { text: 'Start', items: [{ text: 'Hello', link: 'hello' }, { text: 'Next', link: '/guide/next.html' }] },
    { text: 'Elsewhere', link: 'https://example.org' }, { text: 'None', link: 'none' },
  ] } } },
});`,
      'docs/guide/next.md':
        '# Next\n\n[hello](./hello#deep) ![lamp](/lamp.png)\n\n::: tip Own title\nGood.\n:::\n\n::: details More **words**\nHidden.\n:::\n',
      'docs/guide/hello.md': '# Hello\n\n## Deep\n',
      'docs/index.md': '---\nlayout: home\nhero: {}\n---\n',
      'docs/public/lamp.png': onePixel,
    });
    expect(plan.title).toBe('Kettle docs');
    expect(order(plan)).toEqual(['Start / Hello', 'Start / Next']);
    expect(brokenLinks(plan)).toEqual([]);
    expect([...plan.images.keys()]).toEqual(['docs/public/lamp.png']);
    expect(markdownOf(plan, 1)).toContain(':::panel{type=tip}\n**Own title**\n\nGood.\n:::');
    expect(markdownOf(plan, 1)).toContain(':::mdx{properties="{\\"title\\":\\"More words\\"}"}\nHidden.\n:::');
    expect(messagesOf(plan)).toEqual([
      'docs/.vitepress/config.mts: A sidebar link to another site is skipped: "https://example.org".',
      'docs/.vitepress/config.mts: The sidebar names "none", which isn’t a text.',
      'docs/index.md:1 Front matter is skipped: hero.',
    ]);
  });

  test('with a computed sidebar has the order of its folders, and says so @STUDIO-01', async () => {
    const plan = await folder({
      '.vitepress/config.js': 'export default { themeConfig: { sidebar: makeSidebar() } };',
      'a.md': '# A',
      'b.md': '# B',
    });
    expect(order(plan)).toEqual(['A', 'B']);
    expect(messagesOf(plan)).toEqual([
      '.vitepress/config.js: Its sidebar is skipped because it’s code. The lessons are in the order of the folders.',
    ]);
  });

  test.each<[string, Record<string, string>, string]>([
    ['a plain folder', {}, 'a.md'],
    ['MkDocs', { 'mkdocs.yml': 'site_name: x\n' }, 'docs/a.md'],
    ['Quarto', { '_quarto.yml': 'project:\n  type: book\n' }, 'a.qmd'],
    ['Jekyll', { '_config.yml': 'title: x\n' }, 'a.md'],
    ['Docusaurus', { 'docusaurus.config.js': "export default { title: 'x', remarkPlugins: ['remark-math'] };" }, 'docs/a.md'],
  ])('of %s keeps its formulas, whatever signs are in them @STUDIO-01', async (_what, settings, file) => {
    const formulas = [
      String.raw`Inline $\sum_{i=1}^{n} a_{i}$, $a^{2}b^{3}$, $x~y~z$, $[[1]]$.`,
      String.raw`> $$
> \sum_{i=1}^{n} {a_i}
> $$`,
      String.raw`$$
\frac{{a}}{b} {.x}
%% ==x==
$$`,
    ];
    const plan = await folder({ ...settings, [file]: `# A\n\n${formulas.join('\n\n')}\n\nCosts $5 {.a} or $6.\n\n$$ never ends {.b}\n` });
    const text = markdownOf(plan);
    for (const formula of formulas) expect(text).toContain(formula);
    expect(messagesOf(plan).filter((message) => !/"\{?\.[ab]\}?"/u.test(message))).toEqual([]);
  });

  test('keeps images that a text contains as data @STUDIO-01', async () => {
    const data = onePixel.toString('base64');
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
    const plan = await folder({
      'a.md': `# A\n\n![dot](data:image/png;base64,${data})\n\n<img alt="dot" src="data:image/png;charset=utf-8;base64,${data}">\n\n![svg](<data:image/svg+xml,${encodeURIComponent(svg)}>)\n\n![bad](data:image/png;base64,%%%)\n\n![bad](data:text/html,x)\n\n\`data:image/png;base64,AA\` stays.\n`,
    });
    const images = [...plan.images].map(([path, { bytes }]) => [
      path.replace(/[0-9a-f]{12}/u, 'hash'),
      Buffer.from(bytes ?? []).toString('latin1'),
    ]);
    expect(images).toEqual([
      ['a.md/image-hash.png', onePixel.toString('latin1')],
      ['a.md/image-hash.svg', svg],
    ]);
    expect(markdownOf(plan, 0)).toContain('`data:image/png;base64,AA` stays.');
    expect(messagesOf(plan)).toEqual([
      'a.md:9 The image "data:image/png;base64,%%%" is removed, and its alt text is kept: expected the data of a JPEG, PNG, WebP, GIF, AVIF or SVG.',
      'a.md:11 The image "data:text/html,x" is removed, and its alt text is kept: expected the data of a JPEG, PNG, WebP, GIF, AVIF or SVG.',
    ]);
  });

  test('has the folders of Hugo with one text and its images as lessons @STUDIO-01', async () => {
    const bundles = {
      'hugo.toml': 'title = "Lamps"',
      'content/_index.md': '---\ntitle: Lamps\n---\n',
      'content/wick/index.md': '---\ntitle: Wicks\nweight: 2\n---\n\n![A wick](wick.png) and [oil](../oil/)\n',
      'content/wick/wick.png': onePixel,
      'content/oil/index.md': '---\ntitle: Oil\nweight: 1\n---\n\nWords, see [wicks]({{< ref "/wick" >}}).\n',
    };
    const plan = await folder(bundles);
    expect(order(plan)).toEqual(['Oil', 'Wicks']);
    expect(plan.sections).toEqual([]);
    expect(markdownOf(plan, 1)).toBe('![A wick](/~picture/content%2Fwick%2Fwick.png)\n\nand [oil](/~item/content-oil)');
    expect(messagesOf(plan)).toEqual([]);
    expect(brokenLinks(plan)).toEqual([]);
    // A single one is the course.
    expect(
      order(await folder({ 'hugo.toml': '', 'content/wick/index.md': bundles['content/wick/index.md'].replace('../oil/', '#') })),
    ).toEqual(['Wicks']);
    // Next to a section, it's a section, too, and stays where it is.
    expect(order(await folder({ ...bundles, 'content/rooms/a.md': '# A', 'content/rooms/b.md': '# B' }))).toEqual([
      'Oil / Oil',
      'Wicks / Wicks',
      'Rooms / A',
      'Rooms / B',
    ]);
  });

  test('has the references of Quarto and bookdown as links to sections, or as text with a line in the report @STUDIO-01', async () => {
    const plan = await folder({
      'a.qmd':
        '# A {#sec-a}\n\nSee @sec-b, [-@sec-b], [Part @sec-b], [see @fig-x], @thm-y, `@sec-b`, \\@ref(part) and \\@ref(fig:z). Mail me@sec-b.example.\n\n## Part {#part}\n',
      'b.qmd': '# B {#sec-b}\n',
    });
    expect(markdownOf(plan)).toContain(
      'See [B](/~item/b), [B](/~item/b), [Part](/~item/b), see @fig-x, @thm-y, `@sec-b`, [Part](/~item/a#part) and @ref(fig:z). Mail me@sec-b.example.',
    );
    expect(messagesOf(plan)).toEqual([
      'a.qmd:3 A cross reference is kept as text: "[see @fig-x]".',
      'a.qmd:3 A cross reference is kept as text: "@thm-y".',
      'a.qmd:3 A cross reference is kept as text: "@ref(fig:z)".',
    ]);
  });

  test('leaves out files about the repository and files that aren’t Markdown, and says so @STUDIO-01', async () => {
    const plan = await folder({
      'LICENSE.md': 'MIT',
      'CONTRIBUTING.md': 'Do.',
      '.github/ISSUE.md': 'no',
      'node_modules/x/README.md': 'no',
      'notes.rst': 'Title\n=====',
      'lesson.md': 'Title\n=====\n\nText.',
    });
    expect(order(plan)).toEqual(['Title']);
    expect(messagesOf(plan)).toEqual([
      'CONTRIBUTING.md: Skipped, because it’s about the repository. Rename it to import it.',
      'LICENSE.md: Skipped, because it’s about the repository. Rename it to import it.',
      'notes.rst: Skipped: only Markdown and notebooks are imported.',
    ]);
  });

  test('without a text is refused', async () => {
    await expect(folder({ 'a.txt': 'x' })).rejects.toThrow(
      'Expected Markdown files (.md), or a folder that was exported here; got neither.',
    );
  });
});

describe('nothing of a text is lost without a line @BRING-01 @STUDIO-01', () => {
  test('in lists and boxes that are nested deeper than a parser or a text can be', async () => {
    const list = (levels: number) => Array.from({ length: levels }, (_, level) => `${'  '.repeat(level)}- word${level}`).join('\n');
    const said = async (text: string) => {
      const plan = await folder({ 'a.md': `# A\n\n${text}\n` });
      return `${JSON.stringify(plan.lessons[0]?.document)} ${messagesOf(plan).join('\n')}`;
    };
    for (const levels of [10, 16, 19, 20, 21, 60]) {
      const read = await said(list(levels));
      for (let level = 0; level < levels; level += 1) expect(read, `${levels} levels`).toContain(`word${level}`);
    }
    expect(await said(list(60))).toContain('a.md:23 Text in more than 40 lists and boxes is removed');
    for (const levels of [10, 31, 39, 40, 41, 100]) expect(await said(`${'> '.repeat(levels)}word`), `${levels} levels`).toContain('word');
  });

  test('in tables of many rows, many columns, and rows that are too short or too long', async () => {
    const table = (rows: number, columns: number, width: (row: number) => number = () => columns) =>
      Array.from({ length: rows }, (_, row) => {
        const cells = Array.from({ length: width(row) }, (_cell, column) => `c${row}x${column}y`);
        return `| ${cells.join(' | ')} |${row === 0 ? `\n${'| - '.repeat(columns)}|` : ''}`;
      }).join('\n');
    const read = async (text: string) => {
      const plan = await folder({ 'a.md': `# A\n\n${text}\n` });
      return { said: JSON.stringify(plan.lessons[0]?.document), reported: messagesOf(plan) };
    };
    for (const [rows, columns] of [
      [600, 4],
      [20, 150],
    ] as const) {
      const { said, reported } = await read(table(rows, columns));
      for (const cell of ['c0x0y', `c${rows - 1}x${columns - 1}y`, `c${rows >> 1}x${columns >> 1}y`]) expect(said).toContain(cell);
      expect(reported).toEqual([]);
    }
    const uneven = await read(table(3, 3, (row) => (row === 0 ? 3 : row === 1 ? 1 : 5)));
    for (const cell of ['c1x0y', 'c2x2y']) expect(uneven.said).toContain(cell);
    for (const cell of ['c2x3y', 'c2x4y']) expect(`${uneven.said} ${uneven.reported.join()}`).toContain(cell);
    // More cells than a text can have: the report says that the text is skipped.
    expect((await read(table(700, 10))).reported).toEqual([expect.stringContaining('The text is skipped: ')]);
  });

  test('in lists of terms, in Markdown and in HTML', async () => {
    const plan = await folder({
      'a.md':
        '# A\n\nOil\n: It burns.\n\nWords.\n\n<dl>\n<dt>Wick</dt>\n<dd>It draws.</dd>\n</dl>\n\n- <dl><dt>Glass</dt><dd>It shines.</dd></dl>\n',
    });
    for (const words of ['Oil', 'It burns.', 'Wick', 'It draws.', 'Glass', 'It shines.']) expect(markdownOf(plan)).toContain(words);
    expect(messagesOf(plan)).toEqual(['a.md:3,8,13 A definition list becomes paragraphs: each term, then its definition.']);
  });
});

test('a comment that never ends, lists of numbers, and tags in code are text @STUDIO-01', async () => {
  const text = '# One\n\nArray a[[1]], `{{ code }}` and [[1, 2]].\n\n%% never ends\n\n{% comment %}\n\nLast words.\n';
  const { lessons, messages } = await readPlan(memoryFolder({ 'one.md': text }));
  const written = toMarkdown(lessons[0]?.document ?? { type: 'doc' });
  for (const words of ['a\\[\\[1\\]\\]', '\\[\\[1, 2\\]\\]', '%% never ends', 'Last words.']) expect(written).toContain(words);
  expect(messages.map(({ message }) => message).filter((message) => !message.includes('{% comment %}'))).toEqual([]);
});

test.each([
  ['adoc', 'AsciiDoc'],
  ['rst', 'reStructuredText'],
  ['docx', 'Word'],
])('a folder whose texts are in another format (.%s) is refused with its name @STUDIO-01 @BRING-01', async (ending, format) => {
  await expect(folder({ [`book/one.${ending}`]: '= One', 'lamp.png': 'x' })).rejects.toThrow(
    `Expected Markdown files (.md), got texts in ${format}. Convert them to Markdown, and import that.`,
  );
});
