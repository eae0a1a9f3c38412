import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { queryAs } from '../../database/reader-client.ts';
import { countedSubnet, type RateLimit } from '../../rate-limits.ts';
import { isId } from '../../rules/is-id.ts';
import { site } from '../../rules/site/site.ts';
import { subnetOf } from '../../subnet.ts';
import { visitor } from '../../viewer.ts';
import { type BadgeCertificate, badgesPath, issuerDocument, keyDocument, signedBadge, statusDocument } from './badge.ts';
import type { JsonValue } from './canonical-json.ts';
import type { CertificateKeys } from './certificate-keys.ts';

type Row = {
  readonly id: string;
  readonly holder_name: string;
  readonly course_id: string | null;
  readonly course_title: string;
  readonly author_names: readonly string[];
  readonly site_name: string;
  readonly needs_lessons: boolean;
  readonly lessons_count: number;
  readonly exercises_count: number;
  readonly video_percent: number;
  readonly issued_at: Date;
  readonly revoked_at: Date | null;
};

type Named = { Params: { id: string } };

/**
 * Adds what programs request to verify a certificate, for everyone and from any website:
 *
 * - `/api/certificates/{id}/badge.json`, the signed badge; 410 if it was revoked
 * - `/api/certificates/{id}/status.json`, whether it was revoked
 * - `/api/certificates/issuer` and `/api/certificates/keys/{id}`, who signed it
 */
export function addBadgeRoutes(
  app: FastifyInstance,
  {
    pool,
    keys,
    rateLimit,
    publicUrl,
  }: { readonly pool: Pool; readonly keys: CertificateKeys; readonly rateLimit: RateLimit; readonly publicUrl: string },
): void {
  const read = async (id: string): Promise<Row | null> => {
    if (!isId(id)) return null;
    const [row] = await queryAs<Row | { id: null }>(pool, visitor, 'select * from app_public.shown_certificate($1)', [id]);
    return row && row.id !== null ? row : null;
  };
  const send = (reply: FastifyReply, document: JsonValue, status = 200) =>
    reply
      .code(status)
      .type('application/json; charset=utf-8')
      .send(`${JSON.stringify(document, null, 2)}\n`);
  const notFound = (reply: FastifyReply) => send(reply, { error: 'There is no such certificate.' }, 404);

  app.register(async (scope) => {
    scope.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
      // A revocation is known immediately. Verifiers may run in the page of another website.
      reply.headers({ 'cache-control': 'no-cache', 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
      const seconds = await rateLimit.consume(countedSubnet(subnetOf(request.ip)));
      if (seconds === null) return;
      reply.header('retry-after', String(seconds));
      return send(reply, { error: 'Too many requests from your IP address. Try again in a few minutes.' }, 429);
    });
    scope.get<Named>(`${badgesPath}/:id/badge.json`, async (request, reply) => {
      const row = await read(request.params.id);
      if (row === null) return notFound(reply);
      if (row.revoked_at !== null) return send(reply, { error: 'This certificate was revoked.' }, 410);
      return send(reply, signedBadge(certificateOf(row), publicUrl, await keys.readSigningKey()));
    });
    scope.get<Named>(`${badgesPath}/:id/status.json`, async (request, reply) => {
      const row = await read(request.params.id);
      return row === null ? notFound(reply) : send(reply, statusDocument(row.id, row.revoked_at !== null, publicUrl));
    });
    scope.get(`${badgesPath}/issuer`, async (_request, reply) => {
      await keys.readSigningKey();
      return send(reply, issuerDocument(site.name, await keys.readPublicKeys(), publicUrl));
    });
    scope.get<Named>(`${badgesPath}/keys/:id`, async (request, reply) => {
      const key = (await keys.readPublicKeys()).find(({ id }) => id === request.params.id);
      return key ? send(reply, keyDocument(key, publicUrl)) : send(reply, { error: 'There is no such key.' }, 404);
    });
  });
}

function certificateOf(row: Row): BadgeCertificate {
  return {
    id: row.id,
    holderName: row.holder_name,
    courseId: row.course_id,
    courseTitle: row.course_title,
    authorNames: row.author_names,
    siteName: row.site_name,
    needsLessons: row.needs_lessons,
    lessonsCount: row.lessons_count,
    exercisesCount: row.exercises_count,
    videoPercent: row.video_percent,
    issuedAt: row.issued_at,
  };
}
