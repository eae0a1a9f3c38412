import { certificateLimits } from '@newline/api/rules/limits/certificate';
import { Button } from '@newline/ui/components/button';
import { inputClass } from '@newline/ui/components/field';
import { useState } from 'react';
import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { LazyConfirmDialog } from '../../shared/confirm/lazy-confirm-dialog.tsx';
import { formText } from '../../shared/form/form-text.ts';
import { Link } from '../../shared/link.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import styles from './admin.module.css';
import { type CertificateRow, RestoreCertificateDocument, RevokeCertificateDocument } from './certificate-list-documents.ts';
import { Instant } from './instant.tsx';
import { ListPage } from './list-page.tsx';
import { type RunAction, useActions } from './use-actions.ts';

type Props = { certificates: readonly CertificateRow[]; last: string | null; search: string | null };

/** The page where administrators find certificates, and revoke or restore them. */
export function CertificatesPage({ certificates, last, search }: Props) {
  const { busy, failure, perform } = useActions();
  return (
    <ListPage
      title="Certificates"
      lead="Certificates that courses issued. Revoke one that was obtained by fraud: its page and its badge say so immediately."
      failure={failure}
      label="Certificates"
      applied={[search]}
      filters={
        <label className={styles['wide']}>
          Username, or the ID or link of a certificate
          <input dir="auto" className={inputClass} type="search" name="q" defaultValue={search ?? ''} />
        </label>
      }
      rows={certificates.map((certificate) => (
        <li key={certificate.id}>
          <Row certificate={certificate} isBusy={busy === certificate.id} perform={perform} />
        </li>
      ))}
      none="No matching certificates."
      empty={{ title: 'No certificates yet', text: 'Certificates appear here when learners get them.' }}
      last={last}
    />
  );
}

type RowProps = { certificate: CertificateRow; isBusy: boolean; perform: RunAction };

function Row({ certificate, isBusy, perform }: RowProps) {
  const { id, holderName, courseTitle, issuedAt, revokedAt, revocationReason, user } = certificate;
  return (
    <>
      <p className={styles['head']}>
        <b dir="auto">{holderName}</b>
        <Link className="link" to={`/certificates/${id}`}>
          <bdi>{courseTitle}</bdi>
        </Link>
      </p>
      <p className={styles['facts']}>
        {user ? (
          <Link className="link" to={`/admin/people/${user.id}`}>
            @{user.username}
          </Link>
        ) : (
          <span>Account deleted</span>
        )}
        <span>
          issued <Instant of={issuedAt} />
        </span>
        {revokedAt !== null && (
          <span>
            revoked <Instant of={revokedAt} />: <bdi>{revocationReason}</bdi>
          </span>
        )}
      </p>
      {revokedAt === null ? (
        <RevokeForm certificate={certificate} isBusy={isBusy} perform={perform} />
      ) : (
        <div className={styles['acts']}>
          <ConfirmButton
            action="Restore"
            object={`the certificate of ${holderName}`}
            consequence="It will be valid again, with the same link and badge."
            isBusy={isBusy}
            onConfirm={() => perform(id, () => requestDocument(RestoreCertificateDocument, { id }), 'Restored.')}
          />
        </div>
      )}
    </>
  );
}

function RevokeForm({ certificate: { id, holderName, courseTitle }, isBusy, perform }: RowProps) {
  const [reason, setReason] = useState<string | null>(null);
  return (
    <form
      className={styles['inline']}
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        setReason(formText(new FormData(event.currentTarget), 'reason'));
      }}
    >
      <label>
        Reason, shown to the holder
        <input dir="auto" className={inputClass} name="reason" required maxLength={certificateLimits.revocationReason} />
      </label>
      <Button type="submit" variant="line" isBusy={isBusy} aria-label={`Revoke the certificate of ${holderName}`} aria-haspopup="dialog">
        Revoke
      </Button>
      {reason !== null && (
        <LazyConfirmDialog
          title={`Revoke the certificate of ${holderName}?`}
          action="Revoke"
          onConfirm={() => perform(id, () => requestDocument(RevokeCertificateDocument, { id, reason }), 'Revoked.')}
          onClose={() => setReason(null)}
        >
          Its page will only say that it was revoked, and its badge for “{courseTitle}” won’t verify. You can restore it.
        </LazyConfirmDialog>
      )}
    </form>
  );
}
