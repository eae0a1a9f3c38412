import { Button } from '@newline/ui/components/button';
import { Dialog } from '@newline/ui/components/dialog';
import { Icon } from '@newline/ui/components/icon';
import { Check } from 'lucide';
import { useRef, useState } from 'react';
import styles from './share-dialog.module.css';

type Props = {
  title: string;
  /** The full URL. */
  link: string;
  /** What the link is about, for the subject of an email. */
  subject: string;
  onClose: () => void;
};

/** A dialog with a URL to copy or send (CLIP-07). */
export function ShareDialog({ title, link, subject, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      // Without clipboard permission: select the field and let the browser copy it.
      field.current?.select();
      if (!document.execCommand('copy')) return;
    }
    setIsCopied(true);
  };
  const message = `${subject} ${link}`;
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={title} narrow>
      <div className={styles.share}>
        <p className="meta">Anyone with the link can watch it.</p>
        <div className={styles.copy}>
          <input
            dir="auto"
            ref={field}
            className={styles.link}
            readOnly
            value={link}
            aria-label="Link"
            onFocus={({ target }) => {
              // From its end to its start, so that the start is visible.
              target.setSelectionRange(0, target.value.length, 'backward');
              target.scrollLeft = 0;
            }}
          />
          <Button
            onClick={() => {
              copy().catch(() => undefined);
            }}
          >
            {isCopied ? <Icon of={Check} small /> : null}
            <span>{isCopied ? 'Copied' : 'Copy'}</span>
          </Button>
        </div>
        <span className="sr" role="status">
          {isCopied ? 'Link copied to your clipboard.' : ''}
        </span>
        <ul className={`meta ${styles.ways}`}>
          <li>
            <a className="link" href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(link)}`}>
              Mail
            </a>
          </li>
          <li>
            <a
              className="link"
              href={`https://mastodon.social/share?text=${encodeURIComponent(message)}`}
              target="_blank"
              rel="noopener noreferrer nofollow"
            >
              Mastodon
            </a>
          </li>
          <li>
            <a
              className="link"
              href={`https://bsky.app/intent/compose?text=${encodeURIComponent(message)}`}
              target="_blank"
              rel="noopener noreferrer nofollow"
            >
              Bluesky
            </a>
          </li>
        </ul>
      </div>
    </Dialog>
  );
}
