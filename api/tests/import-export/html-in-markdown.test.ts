import { toMarkdown } from '@newline/document/markdown';
import { describe, expect, test } from 'vitest';
import { readPlan } from '../../src/features/import-export/read-plan.ts';
import type { ImportPlan } from '../../src/features/import-export/import-plan.ts';
import { onePixel } from './generated-mdbook.ts';
import { brokenLinks } from './links-of.ts';
import { memoryFolder } from './memory-folder.ts';

const folder = (files: Record<string, string | Buffer>) => readPlan(memoryFolder(files));
const markdownOf = (plan: ImportPlan, index = 0) => toMarkdown(plan.lessons[index]?.document ?? { type: 'doc' });
const messagesOf = (plan: ImportPlan) => plan.messages.map(({ file, lines, message }) => `${file}:${lines.join()} ${message}`);
const chapter = (text: string, more: Record<string, string | Buffer> = {}) =>
  folder({
    'book.toml': '[book]\ntitle = "T"',
    'src/SUMMARY.md': '- [One](one.md)\n',
    'src/one.md': text,
    'src/lamp.png': onePixel,
    ...more,
  });

describe('HTML in a chapter of an mdBook', () => {
  test('listings keep their files, numbers and captions @STUDIO-01', async () => {
    const plan = await chapter(
      [
        '<Listing number="1-1" file-name="src/main.rs" caption="Says `hello`, *twice*">',
        '',
        '```rust,ignore',
        'fn main() {}',
        '```',
        '',
        '</Listing>',
        '',
        '<Listing file-name="a b.toml">',
        '',
        '```toml',
        '<Listing number="9">',
        '```',
        '',
        '</Listing>',
        '',
        '<Listing number="2">',
        '',
        'Words.',
        '',
        '</Listing>',
        '',
        '<Listing caption="Only words">',
        '',
        '```',
        '',
        'a',
        '```',
        '',
        '</Listing>',
        '',
        '[Listing 9](#listing-1-1) and [the second](one.html#listing-1-1)',
      ].join('\n'),
    );
    expect(markdownOf(plan)).toBe(
      [
        ':::captioned{number=1-1 anchor=listing-1-1}\n```rust displayName=src/main.rs\nfn main() {}\n```\n\nSays `hello`, _twice_\n:::',
        '```toml displayName="a b.toml"\n<Listing number="9">\n```',
        'Words.',
        'Listing 2',
        ':::captioned{numbered=false}\n```\n\na\n```\n\nOnly words\n:::',
        '[Listing 1-1](#listing-1-1) and [the second](#listing-1-1)',
      ].join('\n\n'),
    );
    expect(messagesOf(plan)).toEqual(['src/one.md:3 Attributes of code are removed: ignore.']);
  });

  test('figures keep their captions and images their width in pixels; anything else that is lost is reported @STUDIO-01', async () => {
    const plan = await chapter(
      [
        '<figure>\n<img src="lamp.png" alt="A lamp" class="center" style="width: 50%">\n<figcaption>Figure 1: The *lamp*</figcaption>\n</figure>',
        '<img alt="raw" src="lamp.png" width="120" />',
        '<img alt="styled" src="lamp.png" style="border: 0; width: 90px">',
        '<figure>\n<img src="lamp.png" alt="a"><img src="lamp.png" alt="b">\n<figcaption>Both</figcaption>\n</figure>',
      ].join('\n\n'),
    );
    const image = '(/~picture/src%2Flamp.png)';
    expect(markdownOf(plan)).toBe(
      [
        `:::figure\n![A lamp]${image}\n\nFigure 1: The \\*lamp\\*\n:::`,
        `{: width=120}\n![raw]${image}`,
        `{: width=90}\n![styled]${image}`,
        `![a]${image}`,
        `![b]${image}`,
        'Both',
      ].join('\n\n'),
    );
    expect(messagesOf(plan)).toEqual([
      'src/one.md:2 The width of an image is removed: "50%". Only pixels are supported.',
      'src/one.md:2 An image is no longer centered.',
    ]);
  });

  test('text formats are kept, or reported with their text @STUDIO-01', async () => {
    const plan = await chapter(
      'Press <kbd>Ctrl</kbd>, H<sub>2</sub>O, x<sup>n+1</sup>, y<sub>a,b</sub>,\n<u>under</u>, <mark>mark</mark>, <del>gone</del>, <ins>new</ins>,\n<var>v</var>, <small>small</small>, note<sup>[1]</sup>.',
    );
    expect(markdownOf(plan)).toBe(
      'Press <kbd>Ctrl</kbd>, H<sub>2</sub>O, x<sup>n+1</sup>, y<sub>a,b</sub>, <u>under</u>, <mark>mark</mark>, ~~gone~~, <u>new</u>, _v_, small, note<sup>\\[1\\]</sup>.',
    );
    expect(messagesOf(plan)).toEqual(['src/one.md:3 <var> becomes italic.', 'src/one.md:3 <small> is removed, and its text is kept.']);
  });

  test('centered paragraphs stay centered, and anchors before a heading lead to it @STUDIO-01', async () => {
    const plan = await chapter(
      'Start.\n\n<div align="center">words</div>\n\n<center>\n\nMore *words*\n\n</center>\n\n[x](#part-x) [y](#in-words)\n\n<a id="part-x"></a>\n\n## Part\n\nSome <a name="in-words"></a>words.\n\n## Last\n',
    );
    expect(markdownOf(plan)).toContain('{: align=center}\nwords\n\n{: align=center}\nMore _words_');
    expect(markdownOf(plan)).toContain('[x](/~item/one#part) [y](/~item/one#part)');
    expect(brokenLinks(plan)).toEqual([]);
    expect(messagesOf(plan)).toEqual([]);
  });
});

describe('MDX of a Docusaurus site', () => {
  const config = { 'docusaurus.config.js': 'module.exports = { title: "Kettle" };', 'sidebars.js': "module.exports = { docs: ['a'] };" };

  test('a footnote stays where it is, even if panels have titles @STUDIO-01', async () => {
    const plan = await folder({
      ...config,
      'docs/a.md': 'A note[^1].\n\n:::note[Mind *this*]\n\nBody.\n\n:::\n\n:::danger Old\nText[^2].\n:::\n\n[^1]: One.\n[^2]: Two.\n',
    });
    const markdown = markdownOf(plan);
    expect(markdown).toContain(':::panel\n**Mind _this_**\n\nBody.\n:::');
    expect(markdown).not.toContain('Footnotes');
    expect(markdown).toContain('A note[^1].');
    expect(markdown).toContain('Text[^2].\n:::\n\n[^1]: One.\n[^2]: Two.');
  });

  test('partials are inserted where they are used, even in other partials @STUDIO-01', async () => {
    const plan = await folder({
      ...config,
      'docs/a.mdx':
        "import Part from './_part.mdx';\nimport Other from '@site/docs/_other.md'\nimport Gone from './gone.mdx';\n\nBefore\n\n<Part />\n\n<Other name=\"x\" />\n\n<Gone />\n",
      'docs/_part.mdx': '---\ntitle: no\n---\nimport Other from "./_other.md";\n\nPart **here**.\n\n<Other />\n',
      'docs/_other.md': 'Other *words*.\n',
    });
    expect(markdownOf(plan)).toBe('Before\n\nPart **here**.\n\nOther _words_.\n\nOther _words_.');
    expect(messagesOf(plan)).toEqual([
      'docs/a.mdx:3 Code is removed: "import Gone from \'./gone.mdx\';".',
      'docs/a.mdx:9 The attributes of <Other> are removed: "name=\\"x\\"".',
      'docs/a.mdx:11 The component <Gone> isn’t supported. Its text is kept.',
    ]);
  });

  test('a partial that includes itself ends @STUDIO-01', async () => {
    const plan = await folder({ ...config, 'docs/a.mdx': "import A from './a.mdx';\n\nw\n\n<A />\n" });
    expect(markdownOf(plan).match(/w/gu)).toHaveLength(11);
    expect(messagesOf(plan)).toEqual(['docs/a.mdx:5 The partial <A> is removed: it’s nested too deeply.']);
  });

  test('images by useBaseUrl, require and import, multi-line tags, texts in braces, and Markdown in HTML are read @STUDIO-01', async () => {
    const plan = await folder({
      ...config,
      'docs/a.mdx': [
        "import useBaseUrl from '@docusaurus/useBaseUrl';",
        "import lamp from './lamp.png';",
        '',
        '<img src={useBaseUrl(\'/img/p.png\')} alt="One" />',
        '',
        '<img',
        '  src={lamp}',
        '  alt="Two"',
        '  width={80}',
        '/>',
        '',
        'Text{\' \'}and {"a * b"}.',
        '',
        '<details>',
        '  <summary>More **here**</summary>',
        '  <div>inside `code`</div>',
        '</details>',
        '',
        "<div style={{textAlign: 'center', marginTop: 4}}>",
        '  middle *words*',
        '</div>',
      ].join('\n'),
      'docs/lamp.png': onePixel,
      'static/img/p.png': onePixel,
    });
    expect(markdownOf(plan)).toBe(
      [
        '![One](/~picture/static%2Fimg%2Fp.png)',
        '{: width=80}\n![Two](/~picture/docs%2Flamp.png)',
        'Text and a \\* b.',
        ':::mdx{properties="{\\"title\\":\\"More here\\"}"}\ninside `code`\n:::',
        '{: align=center}\nmiddle _words_',
      ].join('\n\n'),
    );
    expect(messagesOf(plan)).toEqual(['docs/a.mdx:1 Code is removed: "import useBaseUrl from \'@docusaurus/useBaseUrl\';".']);
  });

  test('documents next to the site’s folder are found, with its sidebars, images and URLs @STUDIO-01', async () => {
    const plan = await folder({
      'docs/b.md': '# Bee\n\n[a](/learn/a) [own](@site/static/x.md) ![p](/img/p.png)',
      'docs/a.md': '# Ay\n\n[b](./b.md)',
      'website/docusaurus.config.js':
        "module.exports = { title: 'Kettle', presets: [['classic', { blog: { path: 'blog' }, docs: { path: '../docs', routeBasePath: '/learn/', sidebarPath: require.resolve('./order.js'), remarkPlugins: [math] } }]] };",
      'website/sidebars.js': "module.exports = { docs: ['b', 'a'] };",
      'website/static/img/p.png': onePixel,
    });
    expect(plan.title).toBe('Kettle');
    expect(plan.lessons.map(({ title }) => title)).toEqual(['Bee', 'Ay']);
    expect([...plan.images.keys()]).toEqual(['website/static/img/p.png']);
    expect(brokenLinks(plan)).toEqual([]);
    expect(messagesOf(plan)).toEqual([
      'docs/b.md:3 The link to "@site/static/x.md" is removed, and its text is kept: there is no such document.',
    ]);
  });
});
