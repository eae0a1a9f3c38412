import { shortcutKey } from '@newline/ui/shortcut-key';
import { Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../lazy-component.ts';
import { isWriting } from './is-writing.ts';
import { useShortcuts } from './use-shortcuts.ts';
import styles from './shortcuts-dialog.module.css';

const ShortcutsDialog = lazyComponent(() => import('./shortcuts-dialog.tsx').then((module) => module.default));

/** A group of shortcuts and what they do. */
export type KeyGroup = { title: string; keys: readonly (readonly [keys: readonly string[], does: string])[] };

/** Opens the list of shortcuts when pressed, or with a question mark unless the user is typing. The dialog is loaded when it opens. */
export function ShortcutsButton({ groups }: { groups: readonly KeyGroup[] }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const { isOn } = useShortcuts();
  const open = () => {
    setWasOpened(true);
    setOpen(true);
  };
  useEffect(() => {
    if (!isOn) return undefined;
    const hear = (event: KeyboardEvent) => {
      if (shortcutKey(event) !== '?' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isWriting(event.target))
        return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [isOn]);
  return (
    <>
      <button type="button" className={`meta ${styles.opener}`} onClick={open}>
        Keyboard shortcuts <kbd>?</kbd>
      </button>
      {wasOpened && (
        <Suspense>
          <ShortcutsDialog groups={groups} isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
