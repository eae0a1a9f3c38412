import { Icon } from '@newline/ui/components/icon';
import { CircleX, X } from 'lucide';
import { type KeyboardEvent, type MouseEvent, useSyncExternalStore } from 'react';
import styles from './menus.module.css';
import type { Messages } from './messages.ts';

type Props = {
  messages: Messages;
  id: string;
  /** Moves the focus back to the text. */
  onLeave: () => void;
};

/** Renders messages to the author at the bottom of the window, until they're closed. */
export function MessageList({ messages, id: listId, onLeave }: Props) {
  const shown = useSyncExternalStore(messages.subscribe, messages.current, messages.current);
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onLeave();
  };
  // A press leaves the focus in the text; from the keyboard, the focus returns there.
  const keepFocus = (event: MouseEvent) => event.preventDefault();
  const dismiss = (id: number, event: MouseEvent) => {
    messages.remove(id);
    if (event.detail === 0) onLeave();
  };
  return (
    <div id={listId} className={styles.messages} role="alert">
      {shown.map(({ id, message, actions }) => (
        <div key={id} className={styles.message}>
          <Icon of={CircleX} small />
          <p>{message}</p>
          {actions.length > 0 && (
            <div className={styles.messageActions}>
              {actions.map(({ label, run }) => (
                <button
                  key={label}
                  type="button"
                  data-action
                  className={styles.messageAction}
                  onMouseDown={keepFocus}
                  onKeyDown={handleKey}
                  onClick={run}
                >
                  {label}
                </button>
              ))}
            </div>
          )}
          <button
            type="button"
            className={styles.plus}
            aria-label="Dismiss message"
            onMouseDown={keepFocus}
            onKeyDown={handleKey}
            onClick={(event) => dismiss(id, event)}
          >
            <Icon of={X} small />
          </button>
        </div>
      ))}
    </div>
  );
}
