import { discussionLimits } from '@newline/api/rules/limits/discussion';
import type { InboxRequest } from './read-inbox-request.ts';
import styles from './inbox-page.module.css';

/** Says at the end of the inbox's last page that there can be more discussions than it lists, and how to find them. */
export function InboxEnd({ total, request: { item, state } }: { total: number; request: Pick<InboxRequest, 'item' | 'state'> }) {
  if (total < discussionLimits.inbox) return null;
  const choices = [...(item === '' ? ['a title'] : []), ...(state === 'all' ? ['a status'] : [])];
  return (
    <p className={`meta ${styles.more}`}>
      The inbox ends after {discussionLimits.inbox.toLocaleString('en')} discussions.{' '}
      {choices.length === 0
        ? 'Older ones are on the pages of the title.'
        : `To find older ones, choose ${choices.join(' or ')} at the top of this page.`}
    </p>
  );
}
