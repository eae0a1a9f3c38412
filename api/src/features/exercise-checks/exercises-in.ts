import type { DocumentNode } from '@newline/document/document-node';

/** Returns the exercises of a document that have tests and code to start from, in their order. */
export function exercisesIn(document: DocumentNode): readonly DocumentNode[] {
  return (document.content ?? []).filter((node) => node.type === 'exercise' && hasTests(node) && hasCode(node));
}

function hasTests({ content = [] }: DocumentNode): boolean {
  return content.some(
    ({ type, attrs, content: blocks = [] }) =>
      type === 'exercisePart' && attrs?.['partType'] === 'tests' && blocks.some((block) => block.type === 'codeBlock'),
  );
}

function hasCode({ content = [] }: DocumentNode): boolean {
  return content.some(({ type, attrs }) => type === 'codeBlock' && attrs?.['runnable'] === true);
}
