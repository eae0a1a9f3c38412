import { DoneNote, ErrorNote } from '@newline/ui/components/error-note';
import { useState } from 'react';
import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { LocalDate } from '../../shared/dates/local-date.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { type Provider, providersOf } from '../../shared/login/providers.ts';
import { explainSecurityError, removeConnection } from './security-requests.ts';
import styles from './security.module.css';

/** An account on another site that can sign in to this one. */
export type Connection = { providerId: string; connectedAt: string };

type Props = {
  connections: readonly Connection[];
  /** The sign-in methods of this site. */
  signInMethods: readonly string[];
  onChanged: () => Promise<void>;
};

/** Lists the user's accounts on other sites that can sign in, with buttons to disconnect them. */
export function ConnectionsSection({ connections, signInMethods, onChanged }: Props) {
  const [disconnected, setDisconnected] = useState<string | null>(null);
  const removing = useForm(explainSecurityError);
  const providers = providersOf(signInMethods);
  const nameOf = (id: string) => providers.find((provider) => provider.id === id)?.name ?? id;
  const others = providers.filter(({ id }) => !connections.some(({ providerId }) => providerId === id));
  const remove = (id: string) =>
    removing.run(async () => {
      await removeConnection(id);
      setDisconnected(nameOf(id));
      await onChanged();
    }, id);
  return (
    <div className={styles.form}>
      {disconnected !== null && <DoneNote>{`${disconnected} disconnected.`}</DoneNote>}
      {removing.failure && <ErrorNote>{removing.failure}</ErrorNote>}
      {connections.length > 0 && (
        <ul className={styles.rows} aria-label="Connected accounts">
          {connections.map(({ providerId, connectedAt }) => (
            <li key={providerId}>
              <span>
                <b>{nameOf(providerId)}</b>
                <span className="meta num">
                  Connected <LocalDate of={connectedAt} look="day" />
                </span>
              </span>
              <ConfirmButton
                action="Disconnect"
                object={nameOf(providerId)}
                consequence={`You can no longer sign in with it. Signing in with ${nameOf(providerId)} connects it again if it has the same email address.`}
                isBusy={removing.busy === providerId}
                onConfirm={() => remove(providerId)}
              />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && <p className="meta">{howToConnect(others)}</p>}
    </div>
  );
}

function howToConnect(others: readonly Provider[]): string {
  const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(others.map(({ name }) => name));
  return `To connect ${names}, sign in with it. Its email address must be confirmed and match this account’s.`;
}
