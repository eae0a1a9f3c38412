import { ErrorNote } from '@newline/ui/components/error-note';
import type { OwnCertificatesFragment } from '../../../.documents/graphql.ts';
import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { CalendarDay } from '../../shared/dates/calendar-day.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { graphql } from '../../shared/graphql-document.ts';
import { Link } from '../../shared/link.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import { DeleteCertificateDocument, ShowCertificateDocument } from './certificate-documents.ts';
import styles from './certificate-page.module.css';

/** The certificates of the signed-in user. */
graphql(/* GraphQL */ `fragment OwnCertificates on User {
  certificates(first: 100, orderBy: ISSUED_AT_DESC) { nodes { id courseTitle holderName issuedAt isOnProfile revokedAt revocationReason } }
}`);

type Props = {
  certificates: OwnCertificatesFragment['certificates']['nodes'];
  /** Loads the page's data again. */
  onChanged: () => Promise<void>;
};

/** The user's certificates on their account page: shown on the profile or not, and deleted. */
export function OwnCertificates({ certificates, onChanged }: Props) {
  const { busy, failure, run } = useForm();
  const perform = (id: string, send: () => Promise<unknown>) =>
    run(async () => {
      await send();
      await onChanged();
    }, id);
  return (
    <>
      {failure !== null && <ErrorNote>{failure}</ErrorNote>}
      <ul className={styles.list} aria-label="Certificates">
        {certificates.map(({ id, courseTitle, holderName, issuedAt, isOnProfile, revokedAt, revocationReason }) => (
          <li key={id}>
            <div>
              <Link className="link" to={`/certificates/${id}`}>
                <bdi>{courseTitle}</bdi>
              </Link>
              <p className="meta">
                Issued to <bdi>{holderName}</bdi> on <CalendarDay of={issuedAt.slice(0, 10)} />
              </p>
              {revokedAt === null ? (
                <label className={styles.check}>
                  <input
                    type="checkbox"
                    checked={isOnProfile}
                    disabled={busy === id}
                    aria-label={`Show ${courseTitle} on your profile`}
                    onChange={({ currentTarget: { checked } }) =>
                      void perform(id, () => requestDocument(ShowCertificateDocument, { id, isOnProfile: checked }))
                    }
                  />
                  Show it on your profile
                </label>
              ) : (
                <p>
                  Revoked on <CalendarDay of={revokedAt.slice(0, 10)} />: <bdi>{revocationReason}</bdi>
                </p>
              )}
            </div>
            {revokedAt === null && (
              <ConfirmButton
                action="Delete"
                object={`the certificate of ${courseTitle}`}
                consequence="Its link and its badge stop working. You can get another one, with your current name, as long as the course offers it."
                isBusy={busy === id}
                onConfirm={() => perform(id, () => requestDocument(DeleteCertificateDocument, { id }))}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
