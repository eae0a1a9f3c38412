import { smallestOf } from '@newline/document/append';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { queryAs } from '../../database/reader-client.ts';
import type { TagsListening } from '../../tags-listener.ts';
import { countedSubnet } from '../../rate-limits.ts';
import { subnetOf } from '../../subnet.ts';
import type { ViewerOf } from '../../viewer.ts';
import { type CommentEvent, createEventStreams, type EventStreams, type StreamLimits, type StreamNews } from './event-streams.ts';
import { isId } from '../../rules/is-id.ts';

export type EventRoutesOptions = {
  /** A connection pool of newline_app, used once when a stream is opened. */
  readonly pool: Pool;
  readonly viewerOf: ViewerOf;
  /** The process's one listening connection. */
  readonly listening: Pick<TagsListening, 'onComment' | 'onSessionEnd'>;
  readonly limits?: Partial<StreamLimits>;
};

const tables = { clip: 'clips', lesson: 'lessons', article: 'articles' } as const;
/** Maximum number of items of one stream: about as many as a browser has open windows, and a few more. */
const maxItems = 20;

/**
 * Adds `GET /events?clip={id}` (or `lesson=`, `article=`, repeatable): a stream of comment events on these items, by ids. A browser opens
 * one for all of its pages. The database has one listening connection, and runs one statement for each stream that is opened.
 */
export function addEventRoutes(app: FastifyInstance, { pool, viewerOf, listening, limits }: EventRoutesOptions): EventStreams {
  const streams = createEventStreams(limits);
  const stopListening = listening.onComment((payload) => {
    if (payload === null) return streams.tellAllLost();
    streams.tell(JSON.parse(payload) as CommentEvent);
  });
  const stopListeningToSessions = listening.onSessionEnd((target) => streams.end(target));
  // Streams don't end on their own, so the server would wait for them when it closes.
  app.addHook('preClose', async () => {
    stopListening();
    stopListeningToSessions();
    streams.close();
  });

  app.get('/events', { exposeHeadRoute: false, logLevel: 'warn' }, async (request, reply) => {
    const items = itemsOf(request.query);
    if (items === null) {
      return reply.code(400).send({ message: `Expected 1 to ${maxItems} items: clip, lesson or article, each with its ID.` });
    }
    reply.header('cache-control', 'no-store');
    const tooMany = () => reply.code(429).header('retry-after', '30').send({ message: 'Too many open streams.' });
    const stream = streams.open(reply.raw, { itemIds: items.map(({ id }) => id), subnet: countedSubnet(subnetOf(request.ip)) });
    if (stream === 'in subnet') return tooMany();
    if (stream === 'in total') return reply.code(503).header('retry-after', '10').send({ message: 'Too many open streams.' });
    try {
      const viewer = await viewerOf(request.headers);
      const { userId, sessionId } = viewer;
      const state = stream.readBy(userId === null || sessionId === null ? null : { userId, sessionId });
      if (state === 'too many') {
        stream.cancel();
        return tooMany();
      }
      const news = await readNews(pool, viewer, items, lastSeen(request));
      if (news.length === 0) {
        stream.cancel();
        return reply.code(404).send({ message: 'There is no such item.' });
      }
      if (state === 'ended' || stream.hasEnded()) {
        stream.cancel();
        return reply.code(503).header('retry-after', '1').send({ message: 'The session has just ended. Open the stream again.' });
      }
      reply.hijack();
      stream.begin(
        {
          last: smallestOf(news.map(({ last }) => last)),
          isLost: news.some(({ isLost }) => isLost),
          events: news.flatMap(({ events }) => events).toSorted((a, b) => a.id - b.id),
        },
        news.map(({ itemId }) => itemId),
        reply.getHeaders(),
      );
      return reply;
    } catch (error) {
      stream.cancel();
      throw error;
    }
  });
  return streams;
}

type Item = { readonly table: (typeof tables)[keyof typeof tables]; readonly id: string };

/** Returns the items of the query; null if an id is invalid or there are too many. */
function itemsOf(query: unknown): Item[] | null {
  const params = query as Record<string, unknown>;
  const items = new Map<string, Item>();
  for (const [kind, table] of Object.entries(tables)) {
    for (const id of [params[kind] ?? []].flat().slice(0, maxItems + 1)) {
      if (typeof id !== 'string' || !isId(id)) return null;
      items.set(id.toLowerCase(), { table, id: id.toLowerCase() });
    }
  }
  return items.size > 0 && items.size <= maxItems ? [...items.values()] : null;
}

/**
 * Returns the newest event that the page has seen: `Last-Event-ID`, which a browser sends when it reconnects, or `after`, which a page
 * sends when it reopens the stream itself.
 */
function lastSeen(request: FastifyRequest): string | null {
  const eventId = request.headers['last-event-id'] ?? (request.query as Record<string, unknown>)['after'];
  return typeof eventId === 'string' && /^\d{1,18}$/.test(eventId) ? eventId : null;
}

type ItemNews = Omit<StreamNews, 'events'> & { readonly itemId: string; readonly events: readonly CommentEvent[] };

const newsSql = Object.values(tables)
  .map(
    (table, n) =>
      `select i.id, app_private.comment_news(i.id, $1::bigint) as news from app_public.${table} i where i.id = any ($${n + 2}::uuid[])`,
  )
  .join(' union all ');

/** Returns the missed events of those items that the viewer may see, in one statement. */
async function readNews(
  pool: Pool,
  viewer: Parameters<typeof queryAs>[1],
  items: readonly Item[],
  since: string | null,
): Promise<ItemNews[]> {
  const idsByTable = Object.values(tables).map((table) => items.flatMap((item) => (item.table === table ? [item.id] : [])));
  const rows = await queryAs<{ id: string; news: Omit<StreamNews, 'events'> & { events: Omit<CommentEvent, 'itemId'>[] } }>(
    pool,
    viewer,
    newsSql,
    [since, ...idsByTable],
  );
  return rows.map(({ id, news }) => ({ ...news, itemId: id, events: news.events.map((event) => ({ ...event, itemId: id })) }));
}
