import { buttonClass, Button } from '@newline/ui/components/button';
import { DoneNote } from '@newline/ui/components/error-note';
import { site } from '../../../../site.config.ts';
import styles from './security.module.css';

type Props = { codes: readonly string[]; onSaved: () => void };

/** Recovery codes, shown once: to be downloaded or written down. */
export function RecoveryCodes({ codes, onSaved }: Props) {
  const text = `Recovery codes for ${site.name}. Each signs you in once, in place of a code from your authenticator app.\n\n${codes.join('\n')}\n`;
  return (
    <div className={styles.form}>
      <DoneNote>Two-step sign-in is on. Save your recovery codes now: we can’t show them again.</DoneNote>
      <p>Without your app, each of these signs you in once. Keep them where you keep your passwords.</p>
      <ul className={styles.codes} aria-label="Recovery codes" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="acts">
        <a
          className={buttonClass({ variant: 'line' })}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          Download codes
        </a>
        <Button onClick={onSaved}>I’ve saved them</Button>
      </p>
    </div>
  );
}
