import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import styles from './admin.module.css';
import { Instant } from './instant.tsx';
import { type PersonToken, RevokeTokenDocument } from './people-documents.ts';
import type { RunAction } from './use-actions.ts';

type Props = { tokens: readonly PersonToken[]; name: string; busy: string | null; perform: RunAction };

/** The access tokens of a user, each of which an administrator can revoke. */
export function PersonTokens({ tokens, name, busy, perform }: Props) {
  return (
    <>
      <h2>Access tokens</h2>
      {tokens.length === 0 ? (
        <p className="meta">No access tokens.</p>
      ) : (
        <ul className={styles['list']} aria-label="Access tokens">
          {tokens.map((token) => (
            <li key={token.id}>
              <p className={styles['head']}>
                <b dir="auto">{token.name}</b>
              </p>
              <p className={styles['facts']}>
                <span>scope {token.scope.toLowerCase()}</span>
                <span>
                  created <Instant of={token.createdAt} />
                </span>
                <span>{token.lastUsedAt === null ? 'never used' : <LastUse at={token.lastUsedAt} />}</span>
                <span>{token.expiresAt === null ? 'doesn’t expire' : <Expiry at={token.expiresAt} />}</span>
              </p>
              <div className={styles['acts']}>
                <ConfirmButton
                  action="Revoke"
                  object={`token ${token.name} of ${name}`}
                  consequence="Programs that use it lose access immediately. You can’t undo this."
                  isBusy={busy === token.id}
                  onConfirm={() => perform(token.id, () => requestDocument(RevokeTokenDocument, { tokenId: token.id }), 'Token revoked.')}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function LastUse({ at }: { at: string }) {
  return (
    <>
      last used <Instant of={at} />
    </>
  );
}

function Expiry({ at }: { at: string }) {
  return (
    <>
      until <Instant of={at} />
    </>
  );
}
