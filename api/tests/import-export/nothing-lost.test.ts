import type { DocumentNode } from '@newline/document/document-node';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPlan } from '../../src/features/import-export/read-plan.ts';
import { commonBlocks, commonInline, type Dialect, dialects, type Piece } from './generated-texts.ts';
import { memoryFolder } from './memory-folder.ts';

fc.configureGlobal({ seed: Number(process.env['NEWLINE_TEST_SEED']) });

/** Words that no other part has, so that each can be searched. */
const word = fc.nat({ max: 1_679_615 }).map((number) => `w${number.toString(36).padStart(4, '0')}q`);

const lineOf = ({ inline = () => [] }: Dialect) =>
  fc
    .array(
      word.chain((w) => fc.constantFrom(...commonInline(w), ...inline(w))),
      { minLength: 1, maxLength: 4 },
    )
    .map((pieces) => joined(pieces, ' ', (text) => text));

const plainBlockOf = (dialect: Dialect): fc.Arbitrary<Piece> =>
  fc.tuple(lineOf(dialect), word).chain(([line, w]) => fc.constantFrom(...commonBlocks(line, w), ...(dialect.blocks?.(line, w) ?? [])));

/** A block, sometimes in a quotation, an item, or a folded box. */
const blockOf = (dialect: Dialect): fc.Arbitrary<Piece> =>
  fc.tuple(plainBlockOf(dialect), fc.constantFrom('', '', '', '> ', '- ', '<details>')).map(([piece, within]) => {
    if (within === '<details>') return { ...piece, markdown: `<details>\n<summary>Outer</summary>\n\n${piece.markdown}\n\n</details>` };
    if (within === '- ') return { ...piece, markdown: `- item\n\n${piece.markdown.replaceAll(/^(?=.)/gmu, '  ')}` };
    return { ...piece, markdown: piece.markdown.replaceAll(/^/gmu, within) };
  });

function joined(pieces: readonly Piece[], between: string, write: (markdown: string) => string): Piece {
  return {
    markdown: write(pieces.map(({ markdown }) => markdown).join(between)),
    words: pieces.flatMap(({ words }) => words),
    images: pieces.flatMap(({ images }) => images),
    links: pieces.flatMap(({ links }) => links),
    marks: pieces.flatMap(({ marks }) => marks),
  };
}

const nodesOf = (node: DocumentNode): DocumentNode[] => [node, ...(node.content ?? []).flatMap(nodesOf)];
/** Converts small Unicode characters to the letters that they represent. */
const normalized = (text: string) => text.normalize('NFKD');

test.each(Object.entries(dialects))(
  'every word, image, link and mark of %s is in the lesson or in the report @STUDIO-01 @BRING-01',
  async (_name, dialect) => {
    await fc.assert(
      fc.asyncProperty(fc.array(blockOf(dialect), { minLength: 1, maxLength: 5 }), async (blocks) => {
        const text = joined(blocks, '\n\n', (markdown) => `${markdown}\n`);
        const plan = await readPlan(memoryFolder(dialect.files(text.markdown)));
        const lesson = plan.lessons.find(({ file }) => file.endsWith('one.md'));
        if (!lesson) throw new Error('expected the lesson');
        const nodes = nodesOf(lesson.document);
        const reported = plan.messages
          .filter(({ file }) => file.endsWith('one.md'))
          .map(({ message }) => message)
          .join('\n');
        const said = normalized(`${lesson.title}\n${JSON.stringify(lesson.document)}`);
        for (const each of text.words) expect(said.includes(each) || reported.includes(each), each).toBe(true);
        // A title has no marks, links or images; the report says which links it lost.
        const has = (each: string, test: (node: DocumentNode) => boolean) =>
          nodes.some((node) => JSON.stringify(node).includes(each) && test(node));
        for (const each of text.images) {
          const isThere = has(each, ({ type }) => type === 'image') || reported.includes(each) || /An image in a heading/u.test(reported);
          expect(isThere || lesson.title.includes(each), `the image ${each}`).toBe(true);
        }
        for (const each of text.links) {
          const isLinked = (node: DocumentNode) => node.text !== undefined && node.marks?.some(({ type }) => type === 'link') === true;
          const isInTitle = lesson.title.includes(each) && /titles can’t have links/u.test(reported);
          expect(has(each, isLinked) || reported.includes(each) || isInTitle, `the link ${each}`).toBe(true);
        }
        for (const [each, mark] of text.marks) {
          if (typeof mark !== 'string') expect(reported).toMatch(mark);
          else {
            const isMarked = (node: DocumentNode) => node.text !== undefined && node.marks?.some(({ type }) => type === mark) === true;
            expect(has(each, isMarked) || lesson.title.includes(each), `${mark} ${each}`).toBe(true);
          }
        }
      }),
      { numRuns: 100 },
    );
  },
);
