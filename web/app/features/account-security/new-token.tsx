import { Button } from '@newline/ui/components/button';
import { DoneNote } from '@newline/ui/components/error-note';
import { inputClass } from '@newline/ui/components/field';
import { useRef } from 'react';
import { showToast } from '../../shared/toast/show-toast.ts';
import styles from './security.module.css';

type Props = { token: string; onSaved: () => void };

/** Shows a new access token, once, to copy it to the program that uses it. */
export function NewToken({ token, onSaved }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const copy = () =>
    navigator.clipboard.writeText(token).then(
      () => showToast('Copied!'),
      () => {
        // Without permission to copy, it is selected, so that the browser's own shortcut copies it.
        field.current?.select();
        void showToast('Failed to copy!', 'error');
      },
    );
  return (
    <div className={styles.form}>
      <DoneNote>Token created. Copy it now: we can’t show it again.</DoneNote>
      <input
        ref={field}
        className={`${inputClass} ${styles.secret ?? ''}`}
        aria-label="Access token"
        dir="ltr"
        readOnly
        value={token}
        onFocus={({ target }) => target.select()}
      />
      <p className="acts">
        <Button onClick={() => void copy()}>Copy token</Button>
        <Button variant="line" onClick={onSaved}>
          I’ve saved it
        </Button>
      </p>
    </div>
  );
}
