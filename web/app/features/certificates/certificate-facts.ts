import { criteriaOf } from '@newline/api/rules/certificate-criteria';
import type { PrintedDocumentInput } from '@newline/ui/covers/printed-document';
import { topicOf } from '@newline/ui/covers/topic';
import { formatHours } from '../../shared/format-hours.ts';
import type { ShownCertificateNode } from './certificate-documents.ts';

/** A valid certificate, with every name as of issue. */
export type CertificateFacts = {
  readonly id: string;
  readonly holderName: string;
  readonly courseTitle: string;
  /** The path of the course; null if it isn't public anymore. */
  readonly coursePath: string | null;
  readonly topic: string;
  readonly authorNames: readonly string[];
  readonly siteName: string;
  /** What was needed for it, in a sentence. */
  readonly criteria: string;
  /** 'All 24 lessons · 6 hours of video'. */
  readonly extent: string;
  /** ISO 8601. */
  readonly issuedAt: string;
};

/** A certificate that was revoked. Nothing else of it is shown. */
export type RevokedCertificate = { readonly id: string; readonly revokedAt: string };

/** Returns the facts of a certificate; of a revoked one, when that was. */
export function certificateFacts(node: ShownCertificateNode): CertificateFacts | RevokedCertificate {
  const { id, revokedAt, holderName, courseTitle, siteName, issuedAt, topic, coursePath, authorNames } = node;
  if (id === null) throw new Error('certificateFacts: expected an ID');
  if (revokedAt !== null) return { id, revokedAt };
  if (holderName === null || courseTitle === null || siteName === null || issuedAt === null)
    throw new Error('certificateFacts: expected the names of a valid certificate');
  const [lessonsCount, exercisesCount, videoSeconds] = [node.lessonsCount ?? 0, node.exercisesCount ?? 0, node.videoSeconds ?? 0];
  return {
    id,
    holderName,
    courseTitle,
    coursePath,
    topic: (topic ?? '').toLowerCase(),
    authorNames: authorNames ?? [],
    siteName,
    criteria: criteriaOf({ needsLessons: node.needsLessons === true, lessonsCount, exercisesCount, videoPercent: node.videoPercent ?? 0 }),
    extent: [
      lessonsCount === 1 ? '1 lesson' : `${lessonsCount.toLocaleString('en')} lessons`,
      ...(videoSeconds > 0 ? [`${formatHours(videoSeconds)} of video`] : []),
    ].join(' · '),
    issuedAt,
  };
}

/** Returns the day of issue, the same for everyone. */
export function issueDay(issuedAt: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(issuedAt));
}

/** Returns names as a list; of many, the first two. */
export function authorsText(names: readonly string[]): string {
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} others`] : names;
  return new Intl.ListFormat('en').format(shown);
}

/** Returns a certificate in a sentence. */
export function certificateSentence({ holderName, courseTitle, siteName, issuedAt }: CertificateFacts): string {
  return `${holderName} completed “${courseTitle}” on ${siteName}. Issued on ${issueDay(issuedAt)}.`;
}

/** Returns the texts of the printed certificate. */
export function printedCertificate(certificate: CertificateFacts, publicUrl: string): PrintedDocumentInput {
  const { id, holderName, courseTitle, authorNames, siteName, extent, issuedAt, topic } = certificate;
  return {
    heading: siteName,
    above: 'Certificate of completion',
    name: holderName,
    between: 'completed the course',
    title: courseTitle,
    below: authorNames.length === 0 ? extent : `by ${authorsText(authorNames)}`,
    foot: [`Issued on ${issueDay(issuedAt)} · ${extent}`, `Verify it at ${publicUrl.replace(/^https?:\/\//u, '')}/certificates/${id}`],
    label: certificateSentence(certificate),
    topic: topicOf(topic),
  };
}
