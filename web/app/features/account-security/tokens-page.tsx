import { Badge } from '@newline/ui/components/badge';
import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Line } from '@newline/ui/components/line';
import { useState } from 'react';
import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { LocalDate } from '../../shared/dates/local-date.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { Link } from '../../shared/link.tsx';
import { SettingsSection } from '../../shared/settings-section.tsx';
import { NewToken } from './new-token.tsx';
import { NewTokenForm } from './new-token-form.tsx';
import styles from './security.module.css';
import type { AccessToken, TokenScope } from './token-documents.ts';
import { explainTokenError, revokeToken } from './token-requests.ts';

type Props = {
  tokens: readonly AccessToken[];
  isAdmin: boolean;
  hasPassword: boolean;
  /** URL of the GraphQL API. */
  apiUrl: string;
  /** The time at which the page was rendered. */
  now: number;
  onChanged: () => Promise<void>;
};

const scopeWords: Readonly<Record<TokenScope, string>> = { READ: 'Read', WRITE: 'Read and write', ADMIN: 'Administration' };

/** The page for creating and revoking access tokens, which shows when each was last used. */
export function TokensPage({ tokens, isAdmin, hasPassword, apiUrl, now, onChanged }: Props) {
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<string | null>(null);
  const handleCreated = (token: string) => {
    setIsCreating(false);
    setCreated(token);
    void onChanged();
  };
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <div className="wrap">
        <Line variant="first" className={styles.first}>
          <div>
            <Link className="link up" to="/account">
              Your account
            </Link>
            <h1>Access tokens</h1>
          </div>
        </Line>
      </div>
      <SettingsSection number={2} title="Your tokens" id="tokens">
        <div className={styles.form}>
          <p>
            With an access token, a program uses the API as you. Anyone who has it can do what its scope allows, so treat it like a
            password.
          </p>
          {created !== null && <NewToken token={created} onSaved={() => setCreated(null)} />}
          {tokens.length > 0 ? (
            <TokenList tokens={tokens} now={now} onChanged={onChanged} />
          ) : (
            !isCreating && created === null && <p className="meta">Your access tokens will appear here.</p>
          )}
          {isCreating ? (
            <NewTokenForm isAdmin={isAdmin} hasPassword={hasPassword} onCreated={handleCreated} onCancel={() => setIsCreating(false)} />
          ) : (
            <p className="acts">
              <Button variant="line" onClick={() => setIsCreating(true)}>
                Create token
              </Button>
            </p>
          )}
        </div>
      </SettingsSection>
      <SettingsSection number={3} title="Use a token" id="use">
        <div className={styles.form}>
          <p>Send it as a header of each GraphQL request:</p>
          <pre className={styles.example} dir="ltr">
            <code>{`curl ${apiUrl} \\
  -H 'Authorization: Bearer nl_pat_...' \\
  -H 'Content-Type: application/json' \\
  -d '{"query":"{ viewer { username } }"}'`}</code>
          </pre>
        </div>
      </SettingsSection>
    </main>
  );
}

function TokenList({ tokens, now, onChanged }: Pick<Props, 'tokens' | 'now' | 'onChanged'>) {
  const revoking = useForm(explainTokenError);
  return (
    <>
      {revoking.failure && <ErrorNote>{revoking.failure}</ErrorNote>}
      <ul className={styles.rows} aria-label="Access tokens">
        {tokens.map((token) => (
          <li key={token.id}>
            <span>
              <b dir="auto">{token.name}</b>
              <span className="meta num">
                {scopeWords[token.scope]}, ends in <code>{token.ending}</code>, created <LocalDate of={token.createdAt} look="day" />
              </span>
              <span className="meta num">
                <TokenUse token={token} />
                <TokenExpiry expiresAt={token.expiresAt} now={now} />
              </span>
            </span>
            <ConfirmButton
              action="Revoke"
              object={`token ${token.name}`}
              consequence="Programs that use it lose access immediately. You can’t undo this."
              isBusy={revoking.busy === token.id}
              onConfirm={() => revoking.run(() => revokeToken(token.id).then(onChanged), token.id)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function TokenUse({ token: { lastUsedAt, lastClient } }: { token: AccessToken }) {
  if (lastUsedAt === null) return <span>Never used, </span>;
  const [program = ''] = (lastClient ?? '').split(' ');
  return (
    <span>
      <span>Last used </span>
      <LocalDate of={lastUsedAt} look="moment" />
      <span>{program === '' ? ', ' : ` by ${program}, `}</span>
    </span>
  );
}

function TokenExpiry({ expiresAt, now }: { expiresAt: string | null; now: number }) {
  if (expiresAt === null) return <span>doesn’t expire</span>;
  const isExpired = Date.parse(expiresAt) <= now;
  return (
    <span>
      <span>{isExpired ? 'expired ' : 'expires '}</span>
      <LocalDate of={expiresAt} look="day" />
      {isExpired && <Badge look="line">Expired</Badge>}
    </span>
  );
}
