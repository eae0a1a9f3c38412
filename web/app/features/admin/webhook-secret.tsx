import { Button } from '@newline/ui/components/button';
import { DoneNote } from '@newline/ui/components/error-note';
import { inputClass } from '@newline/ui/components/field';
import { useEffect, useRef } from 'react';
import { showToast } from '../../shared/toast/show-toast.ts';
import styles from './webhooks.module.css';

type Props = { secret: string; onSaved: () => void };

/** The new secret of an endpoint, shown once, to be copied to the receiver, which verifies webhooks with it. */
export function WebhookSecret({ secret, onSaved }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [secret]);
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => showToast('Copied!'),
      () => {
        // Without permission to copy, it is selected, so that the browser's own shortcut copies it.
        field.current?.select();
        void showToast('Failed to copy!', 'error');
      },
    );
  return (
    <div className={styles['secret']}>
      <DoneNote>Copy this secret to your receiver now. We can’t show it again.</DoneNote>
      <input
        ref={field}
        className={inputClass}
        aria-label="Secret"
        dir="ltr"
        readOnly
        value={secret}
        onFocus={({ target }) => target.select()}
      />
      <p className="acts">
        <Button size="small" onClick={() => void copy()}>
          Copy secret
        </Button>
        <Button size="small" variant="line" onClick={onSaved}>
          I’ve saved it
        </Button>
      </p>
    </div>
  );
}
