import { Badge } from '@newline/ui/components/badge';
import { Button } from '@newline/ui/components/button';
import { Field, inputClass } from '@newline/ui/components/field';
import { useState } from 'react';
import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { Link } from '../../shared/link.tsx';
import { formText } from '../../shared/form/form-text.ts';
import { requestDocument } from '../../shared/request-document.ts';
import { accessWords, endAccessWords, isRunning, sourceWords } from './access-words.ts';
import styles from './admin.module.css';
import { Instant } from './instant.tsx';
import { type AccessRow, GiveAccessDocument } from './administration-documents.ts';
import { ListPage } from './list-page.tsx';
import { type Access, EndAccessDocument } from './people-documents.ts';
import { type RunAction, useActions } from './use-actions.ts';

type Props = { access: readonly AccessRow[]; last: string | null; person: string | null; running: 'yes' | 'no' | null; now: number };

/** What users were granted, bought or subscribed to, with forms to grant and end access. */
export function GrantsPage({ access, last, person, running, now }: Props) {
  const { busy, failure, perform } = useActions();
  return (
    <ListPage
      title="Access"
      lead="Access from subscriptions, purchases and administrators. Cancel Stripe payments in Stripe."
      failure={failure}
      above={<GiveForm person={person} isBusy={busy === 'give'} perform={perform} />}
      label="Access"
      applied={[person, running]}
      filters={
        <>
          <label>
            Username
            <input dir="auto" className={inputClass} type="search" name="person" defaultValue={person ?? ''} />
          </label>
          <label>
            Status
            <select className={inputClass} name="running" defaultValue={running ?? ''}>
              <option value="">All</option>
              <option value="yes">Active</option>
              <option value="no">Ended</option>
            </select>
          </label>
        </>
      }
      rows={access.map((row) => (
        <li key={row.id}>
          <p className={styles['head']}>
            {row.user && (
              <Link className="link" to={`/admin/people/${row.user.id}`}>
                <b dir="auto">{row.user.displayName}</b>
              </Link>
            )}
            <span>{accessWords(row)}</span>
            {!isRunning(row, now) && <Badge look="line">Ended</Badge>}
          </p>
          <p className={styles['facts']}>
            <span>{sourceWords(row.source)}</span>
            <span>
              since <Instant of={row.startsAt} />
            </span>
            <span>
              {row.endsAt === null ? (
                'permanently'
              ) : (
                <>
                  until <Instant of={row.endsAt} />
                </>
              )}
            </span>
          </p>
          {isRunning(row, now) && (
            <div className={styles['acts']}>
              <ConfirmButton
                action="End access"
                object={`to ${accessWords(row)} for ${row.user?.displayName ?? 'a deleted user'}`}
                consequence={endAccessWords(row)}
                isBusy={busy === row.id}
                onConfirm={() => perform(row.id, () => requestDocument(EndAccessDocument, { id: row.id }), 'Ended.')}
              />
            </div>
          )}
        </li>
      ))}
      none="No matching access."
      empty={{ title: 'No access given yet', text: 'Access that you give to people will appear here.' }}
      last={last}
    />
  );
}

const kinds: readonly (readonly [Access['kind'], string])[] = [
  ['PRO', 'Pro'],
  ['COURSE', 'A course'],
  ['BOOK', 'A book'],
  ['ADVANCED', 'An advanced package'],
];

function GiveForm({ person, isBusy, perform }: { person: string | null; isBusy: boolean; perform: RunAction }) {
  const [kind, setKind] = useState<Access['kind']>('PRO');
  return (
    <form
      className={styles['form']}
      method="post"
      aria-label="Grant access"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const values = new FormData(form);
        const day = formText(values, 'until');
        const variables = {
          username: formText(values, 'username'),
          kind,
          itemSlug: formText(values, 'slug') || null,
          endsAt: day === '' ? null : `${day}T23:59:59Z`,
        };
        void perform('give', () => requestDocument(GiveAccessDocument, variables), 'Granted.').then((isDone) => {
          if (isDone) form.reset();
        });
      }}
    >
      <div className={styles['pair']}>
        <Field label="Username" name="username" defaultValue={person ?? ''} required autoComplete="off" />
        <Field
          control="select"
          label="Access to"
          value={kind}
          onChange={(event: { target: { value: string } }) => setKind(kinds.find(([of]) => of === event.target.value)?.[0] ?? 'PRO')}
        >
          {kinds.map(([of, label]) => (
            <option key={of} value={of}>
              {label}
            </option>
          ))}
        </Field>
        {kind !== 'PRO' && <Field label="Title slug" name="slug" hint="The last part of its URL." required autoComplete="off" />}
        <Field label="Until" aside="optional" name="until" type="date" hint="Leave empty for permanent access." />
      </div>
      <div>
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'Granting…' : 'Grant'}
        </Button>
      </div>
    </form>
  );
}
