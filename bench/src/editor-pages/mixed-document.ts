import type { DocumentNode } from '@newline/document/document-node';
import { assignBlockIds } from '@newline/document/block-ids';

const sentence = 'The planner believed an estimate that had been right on Monday, and nobody had deployed since then. ';

/**
 * Creates a document with so many blocks, mixed as authors write them: mostly paragraphs, then headings, lists, code, quotations and
 * callouts.
 */
export function createMixedDocument(count: number): DocumentNode {
  return assignBlockIds({ type: 'doc', attrs: { version: 1 }, content: Array.from({ length: count }, (_, index) => block(index)) });
}

/** Creates a document with 82 code blocks of 20 lines between paragraphs. */
export function createCodeDocument(): DocumentNode {
  const content = Array.from({ length: 82 }, (_, index) => [code(index), paragraph(index)]).flat();
  return assignBlockIds({ type: 'doc', attrs: { version: 1 }, content });
}

function block(index: number): DocumentNode {
  switch (index % 10) {
    case 0:
      return { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: `Part ${index}` }] };
    case 3:
      return { type: 'bulletList', content: [1, 2, 3].map((line) => ({ type: 'listItem', content: [paragraph(index + line)] })) };
    case 6:
      return index % 20 === 6 ? code(index) : { type: 'blockquote', content: [paragraph(index)] };
    case 8:
      return index % 20 === 8 ? { type: 'panel', attrs: { panelType: 'tip' }, content: [paragraph(index)] } : paragraph(index);
    default:
      return paragraph(index);
  }
}

function paragraph(index: number): DocumentNode {
  const first = { type: 'text', text: `${index}. ${sentence}${index % 3 === 0 ? sentence : ''}` };
  // The format allows 20,000 nodes, so not all paragraphs can have marks.
  const marked = [
    { type: 'text', text: 'Bold words', marks: [{ type: 'bold' }] },
    { type: 'text', text: ' and plain ones.' },
  ];
  return { type: 'paragraph', content: index % 5 === 0 ? [first, ...marked] : [first] };
}

function code(index: number): DocumentNode {
  const lines = Array.from({ length: 20 }, (_, line) => `const value${line} = estimate(${index}, 'rows', /* ${line} */ true);`);
  return { type: 'codeBlock', attrs: { mode: 'typescript' }, content: [{ type: 'text', text: lines.join('\n') }] };
}
