import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { readOwnData } from './read-own-data.ts';
import type { ViewerOf } from '../../viewer.ts';

/** Path of the download of the user's own data. */
const ownDataPath = '/api/own-data';

/** Adds the download of all data that is stored about the signed-in user, as a JSON file. */
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
