import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/certificate';
import { certificateSentence } from '../features/certificates/certificate-facts.ts';
import { CertificatePage, RevokedCertificatePage } from '../features/certificates/certificate-page.tsx';
import { describeCertificate } from '../features/certificates/describe-certificate.server.ts';
import { hasPdf, loadCertificate } from '../features/certificates/load-certificate.server.ts';
import { descriptionTag } from '../shared/head/description.ts';
import type { PublicRoute } from '../shared/public-route.ts';

export const handle: PublicRoute = { isPublic: true };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const certificate = await loadCertificate(context, params.id);
  if (!('revokedAt' in certificate)) describeCertificate(context, certificate, url.origin);
  return { certificate, hasPdf: hasPdf(context), url: `${url.origin}/certificates/${certificate.id}` };
}

// A name that someone searches for shouldn't lead here: who shows a certificate has its link.
export const meta: Route.MetaFunction = ({ loaderData }) => {
  const certificate = loaderData?.certificate;
  const noindex = { name: 'robots', content: 'noindex' };
  if (!certificate || 'revokedAt' in certificate) return [{ title: `Certificate · ${site.name}` }, noindex];
  return [
    { title: `${certificate.courseTitle}: certificate of ${certificate.holderName} · ${site.name}` },
    descriptionTag(certificateSentence(certificate)),
    noindex,
  ];
};

export default function CertificateRoute({ loaderData }: Route.ComponentProps) {
  const { certificate, ...more } = loaderData;
  return 'revokedAt' in certificate ? (
    <RevokedCertificatePage key={certificate.id} certificate={certificate} />
  ) : (
    <CertificatePage key={certificate.id} certificate={certificate} {...more} />
  );
}
