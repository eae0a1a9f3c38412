import { Line } from '@newline/ui/components/line';
import type { Faults } from '../../shared/form/faults.ts';
import { Link } from '../../shared/link.tsx';
import { SettingsSection } from '../../shared/settings-section.tsx';
import { type EmailFacts, EmailSection } from './email-section.tsx';
import { type Passkey, PasskeysSection } from './passkeys-section.tsx';
import { PasswordForm } from './password-form.tsx';
import { type Session, SessionsSection } from './sessions-section.tsx';
import { type TwoStepFacts, TwoStepSection } from './two-step-section.tsx';
import styles from './security.module.css';

type Props = {
  security: EmailFacts & TwoStepFacts & { sessions: readonly Session[]; sessionCount: number; passkeys: readonly Passkey[] };
  /** What the server said of a form, where it was sent without a script. */
  faults: Faults | undefined;
  onChanged: () => Promise<void>;
};

/** How you sign in, and where you're signed in. */
export function SecurityPage({ security, faults, onChanged }: Props) {
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <div className="wrap">
        <Line variant="first" className={styles.first}>
          <div>
            <h1>Sign-in and security</h1>
            <p className="meta">
              <Link className="link" to="/account">
                Your account
              </Link>
            </p>
          </div>
        </Line>
      </div>
      <SettingsSection number={1} title="Email address" id="email">
        <EmailSection facts={security} faults={faults} onChanged={onChanged} />
      </SettingsSection>
      <SettingsSection number={2} title="Password" id="password">
        <PasswordForm />
      </SettingsSection>
      <SettingsSection number={3} title="Two-step sign-in" id="two-step">
        <TwoStepSection facts={security} onChanged={onChanged} />
      </SettingsSection>
      <SettingsSection number={4} title="Passkeys" id="passkeys">
        <PasskeysSection passkeys={security.passkeys} hasPassword={security.hasPassword} onChanged={onChanged} />
      </SettingsSection>
      <SettingsSection number={5} title="Sessions" id="sessions">
        <SessionsSection sessions={security.sessions} count={security.sessionCount} onChanged={onChanged} />
      </SettingsSection>
    </main>
  );
}
