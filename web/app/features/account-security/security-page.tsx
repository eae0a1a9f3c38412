import { Line } from '@newline/ui/components/line';
import type { ReactNode } from 'react';
import type { Faults } from '../../shared/form/faults.ts';
import { isOnlyElsewhere, providersOf } from '../../shared/login/providers.ts';
import { usePageFacts } from '../../shared/page-facts.tsx';
import { Link } from '../../shared/link.tsx';
import { SettingsSection } from '../../shared/settings-section.tsx';
import { type Connection, ConnectionsSection } from './connections-section.tsx';
import { type EmailFacts, EmailSection } from './email-section.tsx';
import { type Passkey, PasskeysSection } from './passkeys-section.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondStepNote } from './second-step-note.tsx';
import { type Session, SessionsSection } from './sessions-section.tsx';
import { type TwoStepFacts, TwoStepSection } from './two-step-section.tsx';
import styles from './security.module.css';

type Props = {
  security: EmailFacts &
    TwoStepFacts & {
      sessions: readonly Session[];
      sessionCount: number;
      passkeys: readonly Passkey[];
      connections: readonly Connection[];
      needsSecondStep: boolean;
    };
  /** The server's message about a form that was sent without scripts. */
  faults: Faults | undefined;
  onChanged: () => Promise<void>;
};

/** The page with the user's sign-in methods and sessions. */
export function SecurityPage({ security, faults, onChanged }: Props) {
  const { signInMethods } = usePageFacts();
  const isOnly = isOnlyElsewhere(signInMethods);
  const hasConnections = security.connections.length > 0 || providersOf(signInMethods).length > 0;
  const sections: readonly (readonly [id: string, title: string, section: ReactNode])[] = [
    ['email', 'Email address', <EmailSection key="email" facts={security} faults={faults} onChanged={onChanged} />],
    ...(isOnly ? [] : [['password', 'Password', <PasswordForm key="password" />] as const]),
    ...(hasConnections
      ? [
          [
            'connections',
            'Connected accounts',
            <ConnectionsSection key="connections" connections={security.connections} signInMethods={signInMethods} onChanged={onChanged} />,
          ] as const,
        ]
      : []),
    ['two-step', 'Two-step sign-in', <TwoStepSection key="two-step" facts={security} onChanged={onChanged} />],
    ...(isOnly
      ? []
      : [
          [
            'passkeys',
            'Passkeys',
            <PasskeysSection key="passkeys" passkeys={security.passkeys} hasPassword={security.hasPassword} onChanged={onChanged} />,
          ] as const,
        ]),
    [
      'sessions',
      'Sessions',
      <SessionsSection key="sessions" sessions={security.sessions} count={security.sessionCount} onChanged={onChanged} />,
    ],
  ];
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <div className="wrap">
        <Line variant="first" className={styles.first}>
          <div>
            <Link className="link up" to="/account">
              Your account
            </Link>
            <h1>Sign-in and security</h1>
            {security.needsSecondStep && <SecondStepNote hasPasskeys={security.passkeys.length > 0} canAddPasskey={!isOnly} />}
          </div>
        </Line>
      </div>
      {sections.map(([id, title, section], index) => (
        <SettingsSection key={id} number={index + 2} title={title} id={id}>
          {section}
        </SettingsSection>
      ))}
    </main>
  );
}
