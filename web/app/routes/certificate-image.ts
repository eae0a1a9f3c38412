import { printedDocument } from '@newline/ui/covers/printed-document';
import { data } from 'react-router';
import type { Route } from './+types/certificate-image';
import { printedCertificate } from '../features/certificates/certificate-facts.ts';
import { loadCertificate } from '../features/certificates/load-certificate.server.ts';
import { hasLine, setLine } from '../features/feeds/type-setter.server.ts';

/**
 * `/certificates/{id}/certificate.svg`: the printed certificate. The server converts it to PNG and PDF (web/server/certificate-files.ts).
 * A revoked certificate has none.
 */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const certificate = await loadCertificate(context, params.id);
  if ('revokedAt' in certificate) throw data(null, { status: 404 });
  return new Response(printedDocument(printedCertificate(certificate, url.origin), setLine, hasLine), {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}
