import { requestContext } from '@newline/api/request-context';
import { isId } from '@newline/api/rules/is-id';
import { data, redirect, type RouterContextProvider } from 'react-router';
import { dependsOn, runDocument } from '../../shared/run-document.server.ts';
import { ShownCertificateDocument } from './certificate-documents.ts';
import { type CertificateFacts, certificateFacts, type RevokedCertificate } from './certificate-facts.ts';

/** Loads a certificate by its ID. Throws 404 if there is none, and a redirect for another spelling of the ID. */
export async function loadCertificate(
  context: Readonly<RouterContextProvider>,
  id: string,
): Promise<CertificateFacts | RevokedCertificate> {
  if (!isId(id)) throw data(null, { status: 404 });
  if (id !== id.toLowerCase()) throw redirect(`/certificates/${id.toLowerCase()}`, 301);
  // The course is linked as long as it's public.
  dependsOn(context, [`certificate:${id}`, 'courses']);
  const { shownCertificate } = await runDocument(context, ShownCertificateDocument, { id });
  if (!shownCertificate || shownCertificate.id === null) throw data(null, { status: 404 });
  return certificateFacts(shownCertificate);
}

/** True if the server creates PDFs: it needs Chromium. */
export function hasPdf(context: Readonly<RouterContextProvider>): boolean {
  return context.get(requestContext).hasBookPdf;
}
