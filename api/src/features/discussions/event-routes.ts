import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { queryAs } from '../../graphql/reader-client.ts';
import type { TagsListening } from '../../tags-listener.ts';
import { countedNetwork } from '../../budgets.ts';
import { networkOf } from '../../network.ts';
import type { ViewerOf } from '../../viewer.ts';
import { type CommentEvent, createEventStreams, type EventStreams, type StreamLimits, type StreamNews } from './event-streams.ts';

/** What `/events` needs. */
export type EventRoutesOptions = {
  /** A pool of newline_app, asked once when a stream is opened. */
  readonly pool: Pool;
  readonly viewerOf: ViewerOf;
  /** The process's one connection that listens. */
  readonly listening: Pick<TagsListening, 'onComment' | 'onSessionEnd'>;
  readonly limits?: Partial<StreamLimits>;
};

const tables = { clip: 'clips', lesson: 'lessons', article: 'articles' } as const;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Adds `GET /events?clip={id}` (or `lesson=`, `article=`): a stream of what happens to the comments of one item, by ids. However
 * many pages are open, the database sees one connection that listens, and one statement a page when it opens.
 */
export function addEventRoutes(app: FastifyInstance, { pool, viewerOf, listening, limits }: EventRoutesOptions): EventStreams {
  const streams = createEventStreams(limits);
  const stopListening = listening.onComment((payload) => {
    if (payload === null) return streams.tellAllLost();
    const { itemId, ...event } = JSON.parse(payload) as CommentEvent & { itemId: string };
    streams.tell(itemId, event);
  });
  const stopListeningToSessions = listening.onSessionEnd((whose) => streams.end(whose));
  // Streams never end by themselves: the server would wait for them.
  app.addHook('preClose', async () => {
    stopListening();
    stopListeningToSessions();
    streams.close();
  });

  app.get('/events', { exposeHeadRoute: false, logLevel: 'warn' }, async (request, reply) => {
    const item = itemOf(request.query);
    if (item === null) return reply.code(400).send({ message: 'Expected one of clip, lesson and article, with its id.' });
    reply.header('cache-control', 'no-store');
    const tooMany = () => reply.code(429).header('retry-after', '30').send({ message: 'Too many open streams.' });
    const stream = streams.open(reply.raw, { itemId: item.id, network: countedNetwork(networkOf(request.ip)) });
    if (stream === 'of the network') return tooMany();
    if (stream === 'in all') return reply.code(503).header('retry-after', '10').send({ message: 'Too many open streams.' });
    try {
      const viewer = await viewerOf(request.headers);
      const { userId, sessionId } = viewer;
      const state = stream.readBy(userId === null || sessionId === null ? null : { userId, sessionId });
      if (state === 'too many') {
        stream.cancel();
        return tooMany();
      }
      const news = await readNews(pool, viewer, item, lastSeen(request));
      if (news === null) {
        stream.cancel();
        return reply.code(404).send({ message: 'There is no such item.' });
      }
      if (state === 'ended' || stream.hasEnded()) {
        stream.cancel();
        return reply.code(503).header('retry-after', '1').send({ message: 'The session has just ended. Open the stream again.' });
      }
      reply.hijack();
      stream.begin(news, reply.getHeaders());
      return reply;
    } catch (error) {
      stream.cancel();
      throw error;
    }
  });
  return streams;
}

type Item = { readonly table: (typeof tables)[keyof typeof tables]; readonly id: string };

function itemOf(query: unknown): Item | null {
  const given = query as Record<string, unknown>;
  const named = Object.entries(tables).filter(([kind]) => given[kind] !== undefined);
  const [kind, table] = named[0] ?? [];
  const id = kind === undefined ? undefined : given[kind];
  if (named.length !== 1 || table === undefined || typeof id !== 'string') return null;
  const lower = id.toLowerCase();
  return uuid.test(lower) ? { table, id: lower } : null;
}

/** `Last-Event-ID`, which a browser sends when it connects again, or `after` of a page that opens the stream anew by itself. */
function lastSeen(request: FastifyRequest): string | null {
  const given = request.headers['last-event-id'] ?? (request.query as Record<string, unknown>)['after'];
  return typeof given === 'string' && /^\d{1,18}$/.test(given) ? given : null;
}

/** Null for an item that the viewer does not see. */
async function readNews(
  pool: Pool,
  viewer: Parameters<typeof queryAs>[1],
  { table, id }: Item,
  since: string | null,
): Promise<StreamNews | null> {
  const [row] = await queryAs<{ news: StreamNews }>(
    pool,
    viewer,
    `select app_private.comment_news(i.id, $2::bigint) as news from app_public.${table} i where i.id = $1`,
    [id, since],
  );
  return row?.news ?? null;
}
