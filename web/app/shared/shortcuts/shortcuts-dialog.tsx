import { Dialog } from '@newline/ui/components/dialog';
import { ErrorNote } from '@newline/ui/components/error-note';
import { useRef, useState } from 'react';
import type { KeyGroup } from './shortcuts-button.tsx';
import { useShortcuts } from './use-shortcuts.ts';
import styles from './shortcuts-dialog.module.css';

type Props = { groups: readonly KeyGroup[]; isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** The shortcuts of this page, and the switch that turns single-key shortcuts off. */
export default function ShortcutsDialog({ groups, isOpen, onOpenChange }: Props) {
  const { isOn, setOn } = useShortcuts();
  // The dialog opens at its start: the only control is below the list, and a focus on the whole list would scroll past the title.
  const start = useRef<HTMLHeadingElement>(null);
  const [hasFailed, setFailed] = useState(false);
  // Shown immediately; the setting follows when it's saved.
  const [pressed, setPressed] = useState<boolean | null>(null);
  const choose = (next: boolean) => {
    setFailed(false);
    setPressed(next);
    setOn(next)
      .catch((error: unknown) => {
        console.error('The setting could not be saved.', error);
        setFailed(true);
      })
      .finally(() => setPressed(null));
  };
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="Keyboard shortcuts" initialFocus={start}>
      <div className={isOn ? styles.groups : `${styles.groups} ${styles.off}`}>
        {groups.map(({ title, keys }, index) => (
          <section key={title} aria-label={title}>
            <h3 {...(index === 0 && { ref: start, tabIndex: -1 })}>{title}</h3>
            <dl>
              {keys.map(([names, does]) => (
                <div key={does}>
                  <dt>
                    {names.map((name) => (
                      <kbd key={name}>{name}</kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label className={styles.switch}>
        <input type="checkbox" checked={pressed ?? isOn} onChange={(event) => choose(event.target.checked)} />
        Enable single-key shortcuts
      </label>
      {hasFailed && <ErrorNote>We couldn’t save the setting. Try again.</ErrorNote>}
    </Dialog>
  );
}
