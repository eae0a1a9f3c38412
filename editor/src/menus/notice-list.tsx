import { Icon } from '@newline/ui/components/icon';
import { CircleX, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import styles from './menus.module.css';
import type { Notices } from './notices.ts';

/** What the author is told, at the lower end of the window until it is closed. */
export function NoticeList({ notices }: { notices: Notices }) {
  const shown = useSyncExternalStore(notices.subscribe, notices.current, notices.current);
  return (
    <div className={styles.notices} role="alert">
      {shown.map(({ id, message }) => (
        <p key={id} className={styles.notice}>
          <Icon of={CircleX} small />
          <span>{message}</span>
          <button type="button" className={styles.plus} aria-label="Close message" onClick={() => notices.remove(id)}>
            <Icon of={X} small />
          </button>
        </p>
      ))}
    </div>
  );
}
