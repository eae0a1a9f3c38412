import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { readOwnData } from './read-own-data.ts';
import type { ViewerOf } from '../../viewer.ts';

/** Where one's own data is downloaded. */
const ownDataPath = '/api/own-data';

/** Adds the download of all that is stored of the signed-in person, as a file of JSON. */
export function addOwnDataRoute(app: FastifyInstance, { pool, viewerOf }: { readonly pool: Pool; readonly viewerOf: ViewerOf }): void {
  app.get(ownDataPath, async (request, reply) => {
    const viewer = await viewerOf(request.headers);
    reply.header('cache-control', 'private, no-store').header('x-content-type-options', 'nosniff');
    if (viewer.userId === null) return reply.redirect(`/sign-in?returnTo=${encodeURIComponent('/account')}`, 303);
    return reply
      .header('content-disposition', 'attachment; filename="my-data.json"')
      .type('application/json; charset=utf-8')
      .send(await readOwnData(pool, viewer));
  });
}
