import { buttonClass } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { useEffect, useState } from 'react';
import { useForm } from '../../shared/form/use-form.ts';
import { Link } from '../../shared/link.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import { useViewer } from '../../shared/viewer.tsx';
import { type OwnCertificate, OwnCertificateDocument, ShowCertificateDocument } from './certificate-documents.ts';
import type { CertificateFacts } from './certificate-facts.ts';
import { linkedInUrl } from './linked-in-url.ts';
import styles from './certificate-page.module.css';

type Props = { certificate: CertificateFacts; url: string };

/** What its holder does with a certificate: add it to LinkedIn, and show it on the profile. Administrators can look it up. */
export function OwnCertificatePart({ certificate, url }: Props) {
  const { viewer } = useViewer();
  const [own, setOwn] = useState<OwnCertificate | null>(null);
  const { id } = certificate;
  const userId = viewer?.id ?? null;
  useEffect(() => {
    setOwn(null);
    if (userId === null) return;
    let isCurrent = true;
    requestDocument(OwnCertificateDocument, { id })
      .then(({ viewer: holder }) => {
        if (isCurrent) setOwn(holder?.certificates.nodes[0] ?? null);
      })
      .catch((error: unknown) => console.warn('We couldn’t load whether this certificate is yours.', error));
    return () => {
      isCurrent = false;
    };
  }, [id, userId]);
  const saving = useForm();
  if (viewer === null) return null;
  return (
    <div className={styles.own}>
      {own && (
        <>
          <p className="acts">
            <a className={buttonClass({})} href={linkedInUrl(certificate, url)} target="_blank" rel="noopener noreferrer">
              Add to LinkedIn
            </a>
          </p>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={own.isOnProfile}
              onChange={({ currentTarget: { checked } }) => {
                setOwn({ ...own, isOnProfile: checked });
                void saving
                  .run(() => requestDocument(ShowCertificateDocument, { id, isOnProfile: checked }))
                  .then((isSaved) => isSaved || setOwn({ ...own, isOnProfile: !checked }));
              }}
            />
            Show it on{' '}
            <Link className="link" to={`/@${viewer.username}`}>
              your profile
            </Link>
          </label>
          {saving.failure !== null && <ErrorNote>{saving.failure}</ErrorNote>}
        </>
      )}
      {viewer.isAdmin && (
        <p>
          <Link className="link" to={`/admin/certificates?q=${id}`}>
            Open in administration
          </Link>
        </p>
      )}
    </div>
  );
}
