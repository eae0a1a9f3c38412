import type { LoadContext } from './load-context.ts';

/**
 * The demo's additions to the standard home page: numbers that the site counts, a live event three weeks ahead, a video next to the
 * newsletter, and three authors' quotes.
 */
const sectionsAt = (now: Date) => [
  { kind: 'HEADLINE', content: { isCounted: true, facts: ['BOOKS', 'COURSES', 'CLIPS'] } },
  { kind: 'EVENT', content: eventAt(now) },
  { kind: 'PRO', content: { countsTitles: true } },
  { kind: 'NEWSLETTER', content: { videoUrl: 'local:pipes-7z3q', videoTitle: 'Pipes, at length' } },
  {
    kind: 'AUTHORS',
    content: {
      authors: [
        {
          username: 'signe',
          quote: 'My editor asked “why this line?” about every line. The book is shorter by a third and sells twice as well.',
          role: 'Author of Fullstack D3',
          label: 'See Fullstack D3',
          url: '/fullstack-d3',
        },
        {
          username: 'hassan',
          quote: 'Readers comment on single words. I fix them the same day, and the page tells them so.',
          role: 'Author of Vue, Line by Line',
          label: 'See the Vue books',
          url: '/vue',
        },
        {
          username: 'nadia',
          quote: 'I teach one morning a month and the rest pays for itself. I had forgotten work could be like this.',
          role: 'Author of Reading Other People’s Code',
          label: 'Write with us',
          url: '/write-with-us',
        },
      ],
    },
  },
];

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

/** Sets the sections of the home page. */
export async function loadHomePage({ client, now }: LoadContext): Promise<void> {
  await client.query(`update app_public.page_layouts set sections = $1 where page = 'HOME'`, [JSON.stringify(sectionsAt(now))]);
}
