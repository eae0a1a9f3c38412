import type { DocumentNode } from '@newline/document/document-node';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPlan } from '../../src/features/import-export/read-plan.ts';
import { onePixel } from './generated-mdbook.ts';
import { memoryFolder } from './memory-folder.ts';

fc.configureGlobal({ seed: Number(process.env['NEWLINE_TEST_SEED']) });

/** A part of a text: its Markdown, its words, and its images, links and marks. */
type Piece = {
  readonly markdown: string;
  readonly words: readonly string[];
  readonly images: number;
  readonly links: number;
  readonly marks: readonly string[];
};

const plain = (markdown: string, words: readonly string[]): Piece => ({ markdown, words, images: 0, links: 0, marks: [] });

/** Words that no other part has, so that each can be searched. */
const word = fc.nat({ max: 1_679_615 }).map((number) => `w${number.toString(36).padStart(4, '0')}q`);

const inline: fc.Arbitrary<Piece> = word.chain((w) =>
  fc.oneof(
    ...[w, `*${w}*`, `\`${w}\``].map((markdown) => fc.constant(plain(markdown, [w]))),
    fc.constant({ ...plain(`**${w}**`, [w]), marks: ['bold'] }),
    fc.constant({ ...plain(`[${w}](https://example.org/${w})`, [w]), links: 1 }),
    fc.constant({ ...plain(`[${w}](two.md#part)`, [w]), links: 1 }),
    fc.constant({ ...plain(`[${w}](none.md)`, [w]), links: 1 }),
    fc.constant({ ...plain(`[${w}](javascript:x)`, [w]), links: 1 }),
    fc.constant({ ...plain(`![${w}](lamp.png)`, [w]), images: 1 }),
    fc.constant({ ...plain(`![${w}](none.png)`, [w]), images: 1 }),
    fc.constant({ ...plain(`![${w}](https://example.org/a.png)`, [w]), images: 1 }),
    fc.constant({ ...plain(`<img src="lamp.png" alt="${w}" width="50%">`, [w]), images: 1, marks: ['width'] }),
    ...['mark', 'u', 'del', 'ins', 'small', 'kbd', 'sub', 'sup', 'var'].map((tag) =>
      fc.constant({ ...plain(`<${tag}>${w}</${tag}>`, [w]), marks: [tag] }),
    ),
    fc.constant({ ...plain(`~~${w}~~`, [w]), marks: ['del'] }),
    fc.constant({ ...plain(`$${w}_1$`, [w]), marks: [`formula ${w}_1`] }),
    fc.constant({ ...plain(`<a name="${w}"></a>${w}`, [w]) }),
  ),
);

const line = fc.array(inline, { minLength: 1, maxLength: 4 }).map((pieces) => joined(pieces, ' ', (text) => text));

const block: fc.Arbitrary<Piece> = fc.oneof(
  line,
  line.map((piece) => ({ ...piece, markdown: `> ${piece.markdown}` })),
  line.map((piece) => ({ ...piece, markdown: `- ${piece.markdown}\n- [x] ${piece.markdown.length}` })),
  line.map((piece) => ({ ...piece, markdown: `## ${piece.markdown}` })),
  line.map((piece) => ({ ...piece, markdown: `> [!NOTE]\n> ${piece.markdown}` })),
  line.map((piece) => ({ ...piece, markdown: `<div align="center">\n\n${piece.markdown}\n\n</div>` })),
  line.map((piece) => ({ ...piece, markdown: `<details>\n<summary>More</summary>\n\n${piece.markdown}\n\n</details>` })),
  word.map((w) => plain(`\`\`\`js\n${w}();\n\`\`\``, [w])),
  word.map((w) => plain(`<Listing number="1" file-name="${w}.rs" caption="Says ${w}">\n\n\`\`\`rust\n${w}\n\`\`\`\n\n</Listing>`, [w])),
  word.map((w) => plain(`$$\n${w}\n$$`, [w])),
  word.map((w) => plain(`| ${w} | b |\n| --- | --- |\n| c | d |`, [w])),
  word.map((w) => ({
    ...plain(`<figure>\n<img src="lamp.png" alt="x"><img src="lamp.png" alt="y">\n<figcaption>${w}</figcaption>\n</figure>`, [w]),
    images: 2,
  })),
  word.map((w) => ({ ...plain(`<video src="${w}.mp4"></video>`, []), marks: ['video'] })),
);

function joined(pieces: readonly Piece[], between: string, write: (markdown: string) => string): Piece {
  return {
    markdown: write(pieces.map(({ markdown }) => markdown).join(between)),
    words: pieces.flatMap(({ words }) => words),
    images: pieces.reduce((sum, { images }) => sum + images, 0),
    links: pieces.reduce((sum, { links }) => sum + links, 0),
    marks: pieces.flatMap(({ marks }) => marks),
  };
}

const nodesOf = (node: DocumentNode): DocumentNode[] => [node, ...(node.content ?? []).flatMap(nodesOf)];
/** Converts small Unicode characters to the letters that they represent. */
const normalized = (text: string) => text.normalize('NFKD');

/** The report's message for each mark that a text can't have. */
const lines: Readonly<Record<string, RegExp>> = {
  ins: /<ins> is removed/u,
  small: /<small> is removed/u,
  var: /<var> becomes italic/u,
  width: /The width of an image|The image|An image in a heading/u,
  video: /<video> is removed/u,
};

const sources: readonly (readonly [name: string, files: (text: string) => Record<string, string | Buffer>])[] = [
  [
    'an mdBook',
    (text) => ({
      'book.toml': '[book]\ntitle = "T"',
      'src/SUMMARY.md': '- [One](one.md)\n- [Two](two.md)\n',
      'src/one.md': text,
      'src/two.md': '## Part\n',
      'src/lamp.png': onePixel,
    }),
  ],
  ['a folder of Markdown', (text) => ({ 'one.md': text, 'two.md': '## Part\n', 'lamp.png': onePixel })],
  [
    'a Docusaurus site',
    (text) => ({
      'sidebars.js': "module.exports = { d: ['one', 'two'] };",
      'docs/one.md': text,
      'docs/two.md': '## Part\n',
      'docs/lamp.png': onePixel,
    }),
  ],
];

test.each(sources)('every word, image, link and format of %s is in the lesson or in the report @STUDIO-01', async (_name, files) => {
  await fc.assert(
    fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 5 }), async (blocks) => {
      const text = joined(blocks, '\n\n', (markdown) => `${markdown}\n`);
      const plan = await readPlan(memoryFolder(files(text.markdown)));
      const lesson = plan.lessons.find(({ file }) => file.endsWith('one.md'));
      if (!lesson) throw new Error('expected the lesson');
      const nodes = nodesOf(lesson.document);
      const own = plan.messages.filter(({ file }) => file.endsWith('one.md'));
      const reported = own.map(({ message }) => message).join('\n');
      const said = normalized(`${lesson.title}\n${JSON.stringify(lesson.document)}`);
      for (const each of text.words) expect(said.includes(each) || reported.includes(each), each).toBe(true);

      const count = (start: RegExp) =>
        own.filter(({ message }) => start.test(message)).reduce((sum, { lines: at }) => sum + Math.max(1, at.length), 0);
      const shown = nodes.filter(({ type }) => type === 'image').length;
      // Equal lines of a report are merged, so the report may mention more than what is missing in one line.
      if (shown < text.images) expect(count(/^(?:The image|An image in a heading)/u)).toBeGreaterThan(0);
      const linked = new Set(
        nodes.flatMap(({ marks }) =>
          (marks ?? []).flatMap(({ type, attrs }) => (type === 'link' ? [JSON.stringify(attrs?.['href'])] : [])),
        ),
      );
      if (text.links > 0 && linked.size === 0) expect(count(/link to/iu)).toBeGreaterThan(0);
      // Without formulas, as in an mdBook without MathJax, the source with its dollar signs is text. A title is always text.
      for (const mark of text.marks) {
        const tex = /^formula (.+)$/u.exec(mark)?.[1];
        const isRead = (node: DocumentNode) => node.text === tex && node.marks?.some(({ type }) => type === 'formula') === true;
        if (tex !== undefined)
          expect(nodes.some(isRead) || `${said}\n${reported}`.includes(`$${tex}$`) || lesson.title.includes(tex), mark).toBe(true);
      }
      for (const mark of text.marks) if (lines[mark] !== undefined) expect(reported, mark).toMatch(lines[mark]);
    }),
    { numRuns: 170 },
  );
});
