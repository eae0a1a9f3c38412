import type { Feature } from '../../feature.ts';
import { CertificatesPlugin } from './certificates-plugin.ts';

/** Certificates: who completed a course, as a badge that other programs can verify. */
export const certificates: Feature = {
  name: 'certificates',
  plugins: [CertificatesPlugin],
  start: async (ground) => (await import('./start-certificates.ts')).startCertificates(ground),
};
