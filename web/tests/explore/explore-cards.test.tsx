import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import type { ExploreArticle, ExploreBook, ExploreCourse, TaggedContent } from '../../app/features/explore/explore-documents.ts';
import { exploreList, withMore } from '../../app/features/explore/explore-page-facts.ts';
import { LargeCard } from '../../app/features/explore/large-card.tsx';
import { SmallCard } from '../../app/features/explore/small-card.tsx';
import { Titles } from '../../app/features/explore/titles.tsx';

const day = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 10, 21, 12);
/** Returns the time a number of days ago, as the API formats it. */
const ago = (days: number) => new Date(now - days * day).toISOString();

const base = {
  topic: 'FRONTEND' as const,
  summary: null,
  description: null,
  createdAt: ago(20),
  publishedAt: null,
  contributions: { nodes: [{ user: { displayName: 'Ada' } }] },
  taggings: { nodes: [] },
};
const item = {
  ...base,
  posterImageUrl: null,
  coverImageUrl: null,
  isComingSoon: false,
  isBootcamp: false,
  isLiveWorkshop: false,
  ratingCount: 0,
  ratingSum: 0,
  prices: { nodes: [] },
};
const course = (title: string, changes: Partial<ExploreCourse> = {}): ExploreCourse => ({
  ...item,
  id: title,
  title,
  permalink: `/courses/${title}`,
  isFree: false,
  isMasterclass: false,
  dependencies: null,
  videoSeconds: 0,
  ...changes,
});
const book = (title: string, changes: Partial<ExploreBook> = {}): ExploreBook => ({
  ...item,
  id: title,
  title,
  permalink: `/books/${title}`,
  isForSale: true,
  ...changes,
});
const article = (title: string, changes: Partial<ExploreArticle> = {}): ExploreArticle => ({
  ...base,
  id: title,
  title,
  permalink: `/articles/${title}`,
  mainImageUrl: null,
  subscriptionRequired: false,
  ...changes,
});
const content = (courses: ExploreCourse[], books: ExploreBook[] = [], articles: ExploreArticle[] = [], left = 0): TaggedContent => ({
  coursesByTag: { totalCount: courses.length + left, nodes: courses },
  booksByTag: { totalCount: books.length, nodes: books },
  articlesForTag: { totalCount: articles.length, nodes: articles },
});

/** Returns a small card's text, without tags. */
function wordsOf(list: TaggedContent, title: string): string {
  const card = exploreList(list, now, 5).small.find((one) => one.title === title);
  if (card === undefined) throw new Error(`wordsOf: expected a small card of ${title}, got none`);
  return renderToStaticMarkup(<SmallCard card={card} />).replaceAll(/<[^>]+>/gu, '|');
}

describe('the list of a category @EXPL-03', () => {
  test('has the first course large, and all others in one list, newest first', () => {
    const { large, small } = exploreList(
      content(
        [course('c1', { createdAt: ago(1) }), course('c2', { createdAt: ago(5) })],
        [book('b1', { createdAt: ago(3) }), book('b2', { createdAt: ago(7) })],
        [article('a1', { createdAt: ago(2) }), article('a2', { createdAt: ago(6) })],
      ),
      now,
      2,
    );
    expect(large?.title).toBe('c1');
    expect(small.map(({ title }) => title)).toEqual(['a1', 'b1', 'c2', 'a2', 'b2']);
  });

  test('has no large card without a course', () => {
    const list = content([], [book('b1')]);
    expect(exploreList(list, now).large).toBeNull();
    const render = (tagged: TaggedContent) =>
      renderToStaticMarkup(
        <MemoryRouter>
          <Titles category="ai" content={tagged} pages={1} now={now} moreHref="/more" />
        </MemoryRouter>,
      );
    expect(render(list)).not.toContain('<article');
    // The control.
    expect(render(content([course('c1')]))).toContain('<article');
  });

  test('with several pages of each kind has one, and View More as long as something is left @EXPL-04', () => {
    const first = content([course('c1'), course('c2')], [], [], 1);
    expect(exploreList(first, now)).toMatchObject({ shown: 2, total: 3, hasMore: true });
    const all = withMore(first, content([course('c2'), course('c3')], [], [], 1));
    expect(all.coursesByTag.nodes.map(({ id }) => id)).toEqual(['c1', 'c2', 'c3']);
    expect(exploreList(all, now)).toMatchObject({ shown: 3, total: 3, hasMore: false });
    const render = (tagged: TaggedContent) =>
      renderToStaticMarkup(
        <MemoryRouter>
          <Titles category={null} content={tagged} pages={1} now={now} moreHref="/more" />
        </MemoryRouter>,
      );
    expect(render(first)).toMatch(/<a[^>]*href="\/more"[^>]*>View More<\/a>/);
    expect(render(all)).not.toContain('View More');
    expect(render(all)).toContain('3 of 3 shown');
  });
});

describe('View More @EXPL-04', () => {
  // Five of each kind per page; all courses are newer than all articles, as on a site that has turned to video.
  const many = <TNode,>(make: (title: string, changes: { createdAt: string }) => TNode, name: string, from: number, age: number) =>
    Array.from({ length: 5 }, (_, n) => make(`${name}${from + n}`, { createdAt: ago(age + from + n) }));
  const page = (number: number, left: number) =>
    content(many(course, 'c', number * 5, 0), many(book, 'b', number * 5, 10.5), many(article, 'a', number * 5, 100), left);

  test('appends five, by date, to the existing ones', () => {
    let loaded = page(0, 5);
    let list = exploreList(loaded, now);
    expect([list.large?.id, ...list.small.map(({ id }) => id)]).toEqual(['c0', 'c1', 'c2', 'c3', 'c4']);
    for (let pages = 2; pages <= 6; pages += 1) {
      const before = list;
      if (pages === 2) loaded = withMore(loaded, page(1, 0));
      list = exploreList(loaded, now, pages, before);
      expect(list.small.slice(0, before.small.length)).toEqual(before.small);
      expect(list.shown).toBe(5 * pages);
      const days = list.small.map(({ createdAt }) => Date.parse(createdAt));
      expect(days).toEqual(days.toSorted((a, b) => b - a));
      expect(list.hasMore).toBe(pages < 6);
    }
    // The same as a page opened with that many.
    expect(exploreList(loaded, now, 6)).toEqual(list);
  });

  test('puts titles that were published meanwhile at the end, never in between', () => {
    const list = exploreList(page(0, 5), now);
    const withNew = content([course('new', { createdAt: ago(0) })], [], [], 10);
    const next = exploreList(withMore(page(0, 5), withNew), now, 2, list);
    expect(next.large).toEqual(list.large);
    expect(next.small.slice(0, 5).map(({ id }) => id)).toEqual(['c1', 'c2', 'c3', 'c4', 'new']);
  });
});

describe('a small card @EXPL-03 @EXPL-05', () => {
  const list = content(
    [
      course('large'),
      course('young', { createdAt: ago(13.9), isFree: true }),
      course('old', { createdAt: ago(14), summary: 'In short.', description: 'At length.' }),
    ],
    [
      book('rated', { ratingCount: 1234, ratingSum: 5000, description: 'At length.' }),
      book('camp', { isBootcamp: true }),
      book('shop', { isLiveWorkshop: true }),
      book('given', { isForSale: false }),
    ],
    [article('open', { createdAt: ago(1) }), article('closed', { subscriptionRequired: true })],
  );

  test.each([
    ['young', /New Release.*Course\|.*Free\|.*No course description provided/],
    ['old', /Course\|.*Pro\|.*In short\./],
    ['rated', /Book\|.*Pro\|.*At length\..*4\.1 \/ 5\.0.*\(1,234\)/],
    ['camp', /Bootcamp\|.*No book description provided.*\(not rated yet\)/],
    ['shop', /Workshop\|/],
    ['given', /Book\|.*Free\|/],
    ['open', /New Release.*Article\|.*Free\|.*No article description provided/],
    ['closed', /Article\|.*Pro\|/],
  ])('%s shows all its details', (title, pattern) => {
    expect(wordsOf(list, title)).toMatch(pattern);
  });

  test.each([
    ['old', /New Release|Free|At length/],
    ['camp', /\|(?:Pro|Free)\|/],
    ['shop', /\|(?:Pro|Free)\|/],
    ['open', /rated/],
  ])('%s shows nothing else', (title, pattern) => {
    expect(wordsOf(list, title)).not.toMatch(pattern);
  });

  test('opens in a new tab, with an image of 295 by 165', () => {
    const [card] = exploreList(content([course('large'), course('pictured', { posterImageUrl: '/media/p.webp' })]), now).small;
    const html = card ? renderToStaticMarkup(<SmallCard card={card} />) : '';
    expect(html).toMatch(/^<a[^>]*href="\/courses\/pictured"[^>]*target="_blank"/);
    expect(html).toMatch(/<img[^>]*width="295"[^>]*height="165"/);
  });
});

describe('the details of a large card @EXPL-05', () => {
  const draw = (dependencies: unknown) => {
    const { large } = exploreList(content([course('c', { dependencies: JSON.stringify(dependencies) })]), now);
    return large ? renderToStaticMarkup(<LargeCard card={large} />) : '';
  };

  test('are its language and its prerequisites with version and link', () => {
    const html = draw({
      primaryLanguage: 'Elm',
      list: [{ name: 'elm-test', version: '9.8', link: 'https://elm.example/test' }, { name: 'node' }],
    });
    expect(html).toContain('<dd>Elm</dd>');
    expect(html).toMatch(/<a[^>]*href="https:\/\/elm\.example\/test" rel="noopener noreferrer nofollow">elm-test<\/a><\/dt><dd>9\.8<\/dd>/);
    expect(html).toContain('<dt>node</dt><dd>any version</dd>');
  });

  test('have no link to an invalid URL, and leave out entries without a name', () => {
    const html = draw({ list: [{ name: 'bad', link: 'javascript:alert(1)' }, { version: '1' }, null] });
    expect(html).toContain('<dt>bad</dt>');
    expect(html).not.toContain('javascript');
    expect(html.match(/<dt>/gu)).toHaveLength(2);
    expect(html).toContain('<dd>Any</dd>');
  });
});
