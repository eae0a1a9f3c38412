import type { FillSlot, OwnPart } from '@newline/api/page-copy';
import { escapeHtml } from '@newline/document/escape-html';

/** Returns what the slots of the document and its header contain for a reader. */
export function fillHeader({ viewer }: OwnPart): FillSlot {
  return (name, neutral) => {
    if (name === 'document') return ' data-member=""';
    if (name === 'account') return ` aria-label="${escapeHtml(`Account of ${viewer.displayName}`)}"`;
    if (name === 'initial') return escapeHtml([...viewer.displayName][0] ?? '');
    return neutral;
  };
}
