import type { DocumentNode } from './document-node.ts';

/** Returns true for text that is a formula. */
export function isFormula({ type, marks }: DocumentNode): boolean {
  return type === 'text' && marks?.some((mark) => mark.type === 'formula') === true;
}
