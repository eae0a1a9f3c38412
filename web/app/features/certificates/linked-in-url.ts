import type { CertificateFacts } from './certificate-facts.ts';

/** Returns the URL with which LinkedIn opens its form for a certificate, filled in. Nothing is sent before the user opens it. */
export function linkedInUrl({ id, courseTitle, siteName, issuedAt }: CertificateFacts, certificateUrl: string): string {
  const issued = new Date(issuedAt);
  return `https://www.linkedin.com/profile/add?${new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: courseTitle,
    organizationName: siteName,
    issueYear: String(issued.getUTCFullYear()),
    issueMonth: String(issued.getUTCMonth() + 1),
    certUrl: certificateUrl,
    certId: id,
  })}`;
}
