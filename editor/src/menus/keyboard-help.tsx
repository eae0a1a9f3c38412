import { Dialog } from '@newline/ui/components/dialog';
import { shortcutGroups } from './shortcuts.ts';
import styles from './menus.module.css';

type Props = { isOpen: boolean; onClose: () => void };

/** Renders all keyboard shortcuts of the editor, in groups. */
export function KeyboardHelp({ isOpen, onClose }: Props) {
  const isMac = /mac|iphone|ipad/iu.test(navigator.userAgent);
  const wordFor = (key: string) => (key === 'Mod' ? (isMac ? 'Cmd' : 'Ctrl') : key);
  return (
    <Dialog isOpen={isOpen} onOpenChange={(next) => !next && onClose()} title="Keyboard shortcuts">
      {shortcutGroups.map(({ title, shortcuts }) => (
        <section key={title}>
          <h3 className={styles.keysTitle}>{title}</h3>
          <dl className={styles.keys}>
            {shortcuts.map(({ what, keys }) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>
                  {keys.map((key) => (
                    <kbd key={key}>{wordFor(key)}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
