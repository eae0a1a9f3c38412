import { buttonClass } from '@newline/ui/components/button';
import { Line } from '@newline/ui/components/line';
import { printedDocumentSize } from '@newline/ui/covers/printed-document';
import { site } from '@newline/api/rules/site/site';
import { LocalDate } from '../../shared/dates/local-date.tsx';
import { Link } from '../../shared/link.tsx';
import { authorsText, type CertificateFacts, certificateSentence, issueDay, type RevokedCertificate } from './certificate-facts.ts';
import { OwnCertificatePart } from './own-certificate-part.tsx';
import styles from './certificate-page.module.css';

type Props = {
  certificate: CertificateFacts;
  /** The URL of this page. */
  url: string;
  /** False without Chromium on the server. */
  hasPdf: boolean;
};

/** The page of a certificate, where everyone who has its link can verify it. */
export function CertificatePage({ certificate, url, hasPdf }: Props) {
  const { id, holderName, courseTitle } = certificate;
  const file = (name: string) => `/certificates/${id}/certificate.${name}`;
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <div className="wrap">
        <Line number={1} variant="first">
          <div className={styles.head}>
            <h1>
              <bdi>{holderName}</bdi> completed <bdi>{courseTitle}</bdi>
            </h1>
            <p className={`meta ${styles.valid}`}>
              Valid certificate of <bdi>{certificate.siteName}</bdi>, issued on {issueDay(certificate.issuedAt)}
            </p>
            <img
              className={styles.sheet}
              src={file('svg')}
              width={printedDocumentSize.width}
              height={printedDocumentSize.height}
              alt={certificateSentence(certificate)}
            />
            <p className={`acts ${styles.controls}`}>
              {hasPdf && (
                <a className={buttonClass({ variant: 'line' })} href={file('pdf')} download={`certificate-${id}.pdf`}>
                  Download PDF
                </a>
              )}
              <a className={buttonClass({ variant: 'line' })} href={file('png')} download={`certificate-${id}.png`}>
                Download image
              </a>
              <a
                className={buttonClass({ variant: 'line' })}
                href={`/api/certificates/${id}/badge.json`}
                download={`certificate-${id}.json`}
              >
                Download badge
              </a>
            </p>
            <OwnCertificatePart certificate={certificate} url={url} />
          </div>
        </Line>
      </div>
      <section className="wrap" aria-labelledby="details">
        <Line number={2} variant="next" head={<h2 id="details">What it says</h2>}>
          <Details certificate={certificate} />
        </Line>
      </section>
      <section className={`wrap ${styles.controls}`} aria-labelledby="verify">
        <Line number={3} variant="next" head={<h2 id="verify">How to verify it</h2>}>
          <div className={styles.verify}>
            <p>
              This page is the proof: only {site.name} can publish a page at <b>{new URL(url).host}</b>, and it issues a certificate only to
              someone whose account has done what is listed here. If the certificate is revoked, this page says so. All names are as of the
              day of issue.
            </p>
            <p>It isn’t an exam: learners can mark lessons as completed, and exercises are tested in the learner’s browser.</p>
            <p>
              The badge says the same for other programs, in the format of Open Badges 3.0. It’s signed, so they can verify it without
              asking anyone to look at this page.
            </p>
          </div>
        </Line>
      </section>
    </main>
  );
}

function Details({ certificate }: { certificate: CertificateFacts }) {
  const { id, holderName, courseTitle, coursePath, authorNames, siteName, criteria, extent, issuedAt } = certificate;
  return (
    <dl className={styles.details}>
      <div>
        <dt>Issued to</dt>
        <dd dir="auto">{holderName}</dd>
      </div>
      <div>
        <dt>Course</dt>
        <dd>
          {coursePath === null ? (
            <bdi>{courseTitle}</bdi>
          ) : (
            <Link className="link" to={coursePath}>
              <bdi>{courseTitle}</bdi>
            </Link>
          )}
          <span className="meta">{extent}</span>
        </dd>
      </div>
      {authorNames.length > 0 && (
        <div>
          <dt>Taught by</dt>
          <dd dir="auto">{authorsText(authorNames)}</dd>
        </div>
      )}
      <div>
        <dt>What was done</dt>
        <dd>{criteria}</dd>
      </div>
      <div>
        <dt>Issued by</dt>
        <dd dir="auto">{siteName}</dd>
      </div>
      <div>
        <dt>Issued on</dt>
        <dd>
          <time dateTime={issuedAt}>{issueDay(issuedAt)}</time>
        </dd>
      </div>
      <div>
        <dt>Certificate ID</dt>
        <dd className={styles.id}>{id}</dd>
      </div>
    </dl>
  );
}

/** The page of a revoked certificate. It says nothing else of it. */
export function RevokedCertificatePage({ certificate }: { certificate: RevokedCertificate }) {
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <div className="wrap">
        <Line number={1} variant="first">
          <div className={styles.head}>
            <h1>This certificate was revoked</h1>
            <p className="lead">
              {site.name} revoked it on <LocalDate of={certificate.revokedAt} look="longDay" />. It isn’t valid anymore, and neither is any
              copy of it.
            </p>
            <p className={`meta ${styles.id}`}>{certificate.id}</p>
          </div>
        </Line>
      </div>
    </main>
  );
}
