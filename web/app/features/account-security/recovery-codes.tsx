import { buttonClass, Button } from '@newline/ui/components/button';
import { DoneNote } from '@newline/ui/components/error-note';
import { site } from '../../../../site.config.ts';
import styles from './security.module.css';

type Props = { codes: readonly string[]; onSaved: () => void };

/** Shows new recovery codes, once, to download them or write them down. */
export function RecoveryCodes({ codes, onSaved }: Props) {
  const text = `Recovery codes for ${site.name}. Each code works once, instead of one from your authenticator app.\n\n${codes.join('\n')}\n`;
  return (
    <div className={styles.form}>
      <DoneNote>Two-step sign-in is on. Save your recovery codes now: we can’t show them again.</DoneNote>
      <p>If you lose your authenticator app, each of these codes signs you in once. Store them with your passwords.</p>
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
