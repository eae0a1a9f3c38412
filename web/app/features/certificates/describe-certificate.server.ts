import type { RouterContextProvider } from 'react-router';
import { describePage } from '../../shared/head/page-head.server.tsx';
import { type CertificateFacts, certificateSentence } from './certificate-facts.ts';

/** Describes a valid certificate in the head of its page. */
export function describeCertificate(context: Readonly<RouterContextProvider>, certificate: CertificateFacts, publicUrl: string): void {
  const { id, holderName, courseTitle, siteName, topic, issuedAt, criteria } = certificate;
  const path = `/certificates/${id}`;
  describePage(context, {
    path,
    title: `${holderName}: ${courseTitle}`,
    description: certificateSentence(certificate),
    share: { title: courseTitle, kind: 'Certificate', by: [holderName], topic },
    data: [
      {
        '@context': 'https://schema.org',
        '@type': 'EducationalOccupationalCredential',
        url: `${publicUrl}${path}`,
        name: courseTitle,
        description: criteria,
        credentialCategory: 'Certificate of completion',
        dateCreated: issuedAt,
        recognizedBy: { '@type': 'Organization', name: siteName, url: publicUrl },
      },
    ],
  });
}
