import type { LoadContext } from './load-context.ts';

/** A live event at 17:00 UTC, three weeks after `now`. */
function eventAt(now: Date) {
  const startsAt = new Date(now);
  startsAt.setUTCDate(now.getUTCDate() + 21);
  startsAt.setUTCHours(17, 0, 0, 0);
  return {
    title: 'Bring a slow query',
    text: 'We read its plan together, from the leaves up, and find out where the time goes. An hour, with questions at the end.',
    startsAt: startsAt.toISOString(),
    endsAt: new Date(startsAt.getTime() + 60 * 60 * 1000).toISOString(),
    timeZone: 'Europe/Berlin',
    link: 'Read the book first',
    url: '/books/postgres-slowly',
  };
}

/** Sets the sections of the home page, the pricing page and the page for authors: those of sections.json, and a live event. */
export async function loadHomePage({ client, content, now }: LoadContext): Promise<void> {
  for (const [page, stored] of Object.entries(content.sections)) {
    const [first, ...others] = stored;
    const sections = page === 'HOME' ? [first, { kind: 'EVENT', content: eventAt(now) }, ...others] : stored;
    await client.query('update app_public.page_layouts set sections = $1 where page = $2', [JSON.stringify(sections), page]);
  }
}
