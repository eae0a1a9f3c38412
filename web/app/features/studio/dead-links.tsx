import type { DocumentNode } from '@newline/document/document-node';
import { deadAnchorsIn } from '@newline/document/follow-numbers';
import styles from './studio.module.css';

/** Lists the links of a text that lead to a heading or caption which it doesn't have. Renders nothing if there is none. */
export function DeadLinks({ document }: { document: DocumentNode }) {
  const anchors = deadAnchorsIn(document);
  if (anchors.length === 0) return null;
  const subject = anchors.length === 1 ? 'A link leads nowhere' : `${anchors.length} links lead nowhere`;
  return (
    <p className={styles['deadLinks']} role="note">
      {`${subject}, because no heading or caption of this text has the anchor: `}
      <code>{anchors.map((anchor) => `#${anchor}`).join(', ')}</code>
    </p>
  );
}
