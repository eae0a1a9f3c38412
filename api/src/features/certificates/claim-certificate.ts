import { truncate } from '@newline/document/truncate';
import type { Pool } from 'pg';
import { queryAs } from '../../database/reader-client.ts';
import { certificateLimits } from '../../rules/limits/certificate.ts';
import { site } from '../../rules/site/site.ts';
import type { Viewer } from '../../viewer.ts';

/** Issues the certificate of a course to the viewer, and returns its ID. The database decides by the rules of the course. */
export type ClaimCertificate = (viewer: Viewer, courseId: string) => Promise<string>;

/** Creates the operation. `pool` uses the login newline_app. */
export function createClaimCertificate(pool: Pool): ClaimCertificate {
  return async (viewer, courseId) => {
    const [row] = await queryAs<{ id: string }>(pool, viewer, 'select app_private.claim_certificate($1, $2) as id', [
      courseId,
      truncate(site.name, certificateLimits.siteName),
    ]);
    if (!row) throw new Error('claim_certificate: expected one row');
    return row.id;
  };
}
