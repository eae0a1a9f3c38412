import { Icon } from '@newline/ui/components/icon';
import { CircleX, X } from 'lucide';
import { useSyncExternalStore } from 'react';
import styles from './menus.module.css';
import type { Messages } from './messages.ts';

/** Renders messages to the author at the bottom of the window, until they're closed. */
export function MessageList({ messages }: { messages: Messages }) {
  const shown = useSyncExternalStore(messages.subscribe, messages.current, messages.current);
  return (
    <div className={styles.messages} role="alert">
      {shown.map(({ id, message }) => (
        <p key={id} className={styles.message}>
          <Icon of={CircleX} small />
          <span>{message}</span>
          <button type="button" className={styles.plus} aria-label="Close message" onClick={() => messages.remove(id)}>
            <Icon of={X} small />
          </button>
        </p>
      ))}
    </div>
  );
}
