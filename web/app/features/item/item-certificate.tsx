import { taskOf } from '@newline/api/rules/certificate-criteria';
import { Button, buttonClass } from '@newline/ui/components/button';
import { useEffect, useState } from 'react';
import { lazyComponent } from '../../shared/lazy-component.ts';
import { Link } from '../../shared/link.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import { useViewer } from '../../shared/viewer.tsx';
import { CourseCertificateDocument, type OwnCourseCertificate } from './item-documents.ts';
import type { ItemFacts } from './item-facts.ts';
import { missingForCertificate } from './missing-for-certificate.ts';
import styles from './item-page.module.css';

const ClaimDialog = lazyComponent(() => import('./claim-certificate-dialog.tsx').then((module) => module.ClaimCertificateDialog));

type Props = { item: Pick<ItemFacts, 'id' | 'slug' | 'title'>; rules: NonNullable<ItemFacts['certificate']> };

/** Shown next to the syllabus of a course that offers a certificate: what it needs, what the reader is missing, or their certificate. */
export function ItemCertificate({ item, rules }: Props) {
  const { viewer } = useViewer();
  const [own, setOwn] = useState<OwnCourseCertificate | null>(null);
  const [isClaiming, setClaiming] = useState(false);
  const { slug } = item;
  const userId = viewer?.id ?? null;
  useEffect(() => {
    if (userId === null) return undefined;
    let isCurrent = true;
    requestDocument(CourseCertificateDocument, { slug })
      .then(({ courseBySlug }) => isCurrent && setOwn(courseBySlug))
      .catch((error: unknown) => console.warn('We couldn’t load how far you are from the certificate.', error));
    return () => {
      isCurrent = false;
    };
  }, [userId, slug]);
  const progress = userId === null ? null : (own?.certificateProgress ?? null);
  const certificate = userId === null ? null : (own?.certificate ?? null);
  const missing = progress ? missingForCertificate(progress) : [];
  return (
    <div>
      <h3>Certificate</h3>
      <p className={styles.source}>{taskOf(rules)}</p>
      {certificate && (
        <p className={styles.source}>
          <Link className={buttonClass({ variant: 'line', size: 'small' })} to={`/certificates/${certificate.id}`}>
            View your certificate
          </Link>
        </p>
      )}
      {!certificate && own?.mayWrite === false && progress && (
        <div className={styles.source}>
          {progress.isEarned === true ? (
            <Button size="small" aria-haspopup="dialog" onClick={() => setClaiming(true)}>
              Get your certificate
            </Button>
          ) : (
            <p className="meta">
              {missing.length === 0
                ? 'Nobody can get it yet: the course doesn’t have what it needs.'
                : `Still missing: ${new Intl.ListFormat('en').format(missing)}.`}
            </p>
          )}
        </div>
      )}
      {isClaiming && viewer && (
        <ClaimDialog courseId={item.id} title={item.title} name={viewer.displayName} onClose={() => setClaiming(false)} />
      )}
    </div>
  );
}
