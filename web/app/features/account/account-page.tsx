import { buttonClass } from '@newline/ui/components/button';
import { Line } from '@newline/ui/components/line';
import type { ReactNode } from 'react';
import { Link } from '../../shared/link.tsx';
import { SettingsSection } from '../../shared/settings-section.tsx';
import type { OwnAccount } from './account-documents.ts';
import { LeaveSection } from './leave-section.tsx';
import { ProfileForm } from './profile-form.tsx';
import { ProfileImage } from './profile-image.tsx';
import { SettingsForm } from './settings-form.tsx';
import styles from './account.module.css';

type Props = {
  account: OwnAccount;
  email: string | null;
  /** The user's subscription and purchases. */
  plan: ReactNode;
  /** The user's certificates; null if they have none. */
  certificates: ReactNode;
  onProfileSaved: () => void;
};

/** The account page, with a numbered section for each group of settings. */
export function AccountPage({ account, email, plan, certificates, onProfileSaved }: Props) {
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <div className="wrap">
        <Line variant="first" className={styles.first}>
          <div>
            <h1>Account</h1>
            <p className="meta">
              You are signed in as {email}. Others see{' '}
              <Link className="link" to={`/@${account.username}`}>
                your public profile
              </Link>
              .
            </p>
          </div>
        </Line>
      </div>
      <SettingsSection number={2} title="Profile">
        <ProfileImage account={account} onSaved={onProfileSaved} />
        <ProfileForm account={account} onSaved={onProfileSaved} />
      </SettingsSection>
      <SettingsSection number={3} title="Plan" id="plan">
        {plan}
      </SettingsSection>
      {certificates !== null && (
        <SettingsSection number={4} title="Certificates" id="certificates">
          {certificates}
        </SettingsSection>
      )}
      <SettingsSection number={certificates === null ? 4 : 5} title="Settings">
        <SettingsForm account={account} />
      </SettingsSection>
      <SettingsSection number={certificates === null ? 5 : 6} title="Sign-in and security">
        <p className="acts">
          <Link className={buttonClass({ variant: 'line' })} to="/account/security">
            Change email address, password and sessions
          </Link>
          <Link className={buttonClass({ variant: 'line' })} to="/account/tokens">
            Access tokens
          </Link>
        </p>
      </SettingsSection>
      <SettingsSection number={certificates === null ? 6 : 7} title="Your data and account">
        <LeaveSection userId={account.id} hasCertificates={certificates !== null} />
      </SettingsSection>
    </main>
  );
}
