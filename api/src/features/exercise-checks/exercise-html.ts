import type { DocumentNode } from '@newline/document/document-node';
import { escapeHtml } from '@newline/document/escape-html';
import { renderHtml } from '@newline/document/html';

/** An exercise to check: its block, and an ID by which its result is known. */
export type CheckedExercise = { readonly id: string; readonly node: DocumentNode };

/** Writes an exercise as readers get it, with everything that the runner reads of it. */
export function exerciseHtml({ id, node }: CheckedExercise): string {
  return `<div class="b" id="b-${escapeHtml(id)}">${renderHtml({ type: 'doc', content: [node] }, { canRun: true })}</div>`;
}
