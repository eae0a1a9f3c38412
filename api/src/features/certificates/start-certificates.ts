import type { Ground, Running } from '../../feature.ts';
import { createSecretBox } from '../../secret-box.ts';
import { addBadgeRoutes } from './badge-routes.ts';
import { createCertificateKeys } from './certificate-keys.ts';
import { createClaimCertificate } from './claim-certificate.ts';

/** Starts issuing certificates, and what verifies them. */
export function startCertificates({ env, pools, rateLimits }: Ground): Running {
  const keys = createCertificateKeys({ pool: pools.worker, secrets: createSecretBox(env.secretKey, 'certificates') });
  return {
    services: { claimCertificate: createClaimCertificate(pools.app) },
    addRoutes: (app) => addBadgeRoutes(app, { pool: pools.app, keys, rateLimit: rateLimits.badges, publicUrl: env.publicUrl }),
  };
}
