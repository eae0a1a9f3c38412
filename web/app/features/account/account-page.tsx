import { Line } from '@newline/ui/components/line';
import type { ReactNode } from 'react';
import { Link } from '../../shared/link.tsx';
import type { OwnAccount } from './account-documents.ts';
import { LeaveSection } from './leave-section.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { ProfileImage } from './profile-image.tsx';
import { SettingsForm } from './settings-form.tsx';
import styles from './account.module.css';

type Props = {
  account: OwnAccount;
  email: string | null;
  /** What the person subscribed to and bought. */
  plan: ReactNode;
  onProfileSaved: () => void;
};

/** Everything about yourself that you may change, one numbered line each. */
export function AccountPage({ account, email, plan, onProfileSaved }: Props) {
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <div className="wrap">
        <Line place="first" className={styles.first}>
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
      <Section number={1} title="Profile">
        <ProfileImage account={account} onSaved={onProfileSaved} />
        <ProfileForm account={account} onSaved={onProfileSaved} />
      </Section>
      <Section number={2} title="Plan">
        {plan}
      </Section>
      <Section number={3} title="Settings">
        <SettingsForm account={account} />
      </Section>
      <Section number={4} title="Password" id="password">
        <PasswordForm />
      </Section>
      <Section number={5} title="Leave">
        <LeaveSection />
      </Section>
    </main>
  );
}

function Section({ number, title, id, children }: { number: number; title: string; id?: string; children: ReactNode }) {
  return (
    <section className="wrap" aria-label={title} id={id}>
      <Line number={number} place="next" className={styles.line} head={<h2>{title}</h2>}>
        {children}
      </Line>
    </section>
  );
}
