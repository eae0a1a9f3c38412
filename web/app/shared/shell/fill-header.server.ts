import type { FillSlot, OwnPart } from '@newline/api/page-copy';
import { escapeHtml } from '@newline/document/escape-html';
import styles from './shell.module.css';

/** Returns what the slots of the document and its header contain for a reader. */
export function fillHeader({ viewer }: OwnPart): FillSlot {
  return (name, neutral) => {
    if (name === 'document') return ' data-member=""';
    if (name === 'account') return accountLink(viewer.displayName);
    return neutral;
  };
}

/** Like the link of a page that is rendered for its reader. */
function accountLink(displayName: string): string {
  const initial = escapeHtml([...displayName][0] ?? '');
  return `<a class="${styles.place} ${styles.initial}" href="/account" aria-label="${escapeHtml(`Account of ${displayName}`)}">${initial}</a>`;
}
