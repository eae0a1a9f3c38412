import { byteOrderMark } from '../../shared/byte-order-mark.ts';
import { Badge } from '@newline/ui/components/badge';
import { Button } from '@newline/ui/components/button';
import { inputClass } from '@newline/ui/components/field';
import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import { expectValue } from '../../shared/graphql-document.ts';
import styles from './admin.module.css';
import { Instant } from './instant.tsx';
import { type AddressRow, type AddressState, ExportNewsletterDocument, RemoveAddressDocument } from './administration-documents.ts';
import { ListPage } from './list-page.tsx';
import { useActions } from './use-actions.ts';

const stateLabels: Readonly<Record<AddressState, string>> = {
  PENDING: 'Not confirmed',
  CONFIRMED: 'Confirmed',
  UNSUBSCRIBED: 'Unsubscribed',
};

type Props = { addresses: readonly AddressRow[]; last: string | null; search: string | null; state: AddressState | null };

/** The newsletter subscribers: find one, export the list, remove one. */
export function NewsletterPage({ addresses, last, search, state }: Props) {
  const { busy, failure, perform } = useActions();
  return (
    <ListPage
      title="Newsletter"
      lead="Only confirmed subscribers receive the newsletter."
      failure={failure}
      label="Subscribers"
      applied={[search, state]}
      filters={
        <>
          <label className={styles['wide']}>
            Part of an email address
            <input dir="auto" className={inputClass} type="search" name="q" defaultValue={search ?? ''} />
          </label>
          <label>
            Status
            <select className={inputClass} name="state" defaultValue={state ?? ''}>
              <option value="">All</option>
              {Object.entries(stateLabels).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        </>
      }
      actions={
        <Button
          variant="line"
          isBusy={busy === 'export'}
          onClick={() =>
            void perform(
              'export',
              async () =>
                saveFile(
                  expectValue((await requestDocument(ExportNewsletterDocument, { state })).exportNewsletter?.result),
                  'newsletter.csv',
                ),
              'Your file is ready.',
            )
          }
        >
          {busy === 'export' ? 'Exporting…' : 'Export CSV'}
        </Button>
      }
      rows={addresses.map(({ id, email, firstName, state: is, askedAt, confirmedAt }) => (
        <li key={id}>
          <p className={styles['head']}>
            <b>{email}</b>
            {firstName !== null && <bdi>{firstName}</bdi>}
            <Badge look={is === 'CONFIRMED' ? 'quiet' : 'line'}>{stateLabels[is]}</Badge>
          </p>
          <p className={styles['facts']}>
            <span>
              signed up <Instant of={askedAt} />
            </span>
            {confirmedAt !== null && (
              <span>
                confirmed <Instant of={confirmedAt} />
              </span>
            )}
          </p>
          <div className={styles['acts']}>
            <ConfirmButton
              action="Remove"
              object={email}
              consequence="They’ll no longer receive the newsletter. Only they can subscribe again."
              isBusy={busy === id}
              onConfirm={() => perform(id, () => requestDocument(RemoveAddressDocument, { id }), 'Removed.')}
            />
          </div>
        </li>
      ))}
      none="No matching subscribers."
      empty={{ title: 'No subscribers yet', text: 'People who sign up for the newsletter will appear here.' }}
      last={last}
    />
  );
}

/** Saves a text as a file. */
function saveFile(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([byteOrderMark, text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
