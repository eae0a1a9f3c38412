import { homeKinds } from '@newline/api/rules/site/page-sections';
import { describe, expect, test } from 'vitest';
import { home } from '../../home.config.ts';
import type { FeaturedNode, TitleNode } from '../app/features/home/home-documents.ts';
import {
  chosenFirst,
  chosenVoices,
  claimsOf,
  highlightsOf,
  linesOf,
  openingClipOf,
  planOf,
  publishedFirst,
  slidesOf,
  voicesOf,
} from '../app/features/home/home-facts.server.ts';
import { firstContent, isStandardLayout, layoutOf, readHomePage } from '../app/features/home/home-layout.server.ts';
import { wrapped } from '../app/features/home/slide.ts';

const day = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 10, 21);

/** Creates a title that was published a number of days ago. */
const title = (name: string, days: number, changes: Partial<TitleNode> = {}): TitleNode => ({
  id: name,
  slug: name,
  title: name,
  permalink: `/${name}`,
  topic: 'BACKEND',
  summary: null,
  publishedAt: new Date(now - days * day).toISOString(),
  createdAt: new Date(now - days * day).toISOString(),
  isComingSoon: false,
  isBootcamp: false,
  isLiveWorkshop: false,
  posterImageUrl: null,
  heroVideoUrl: null,
  ratings: [],
  clips: { nodes: [] },
  contributions: { nodes: [] },
  ...changes,
});
const clip = (id: string, videoUrl: string | null) => ({ id, title: `Clip ${id}`, isShort: true, videoUrl, thumbnailSeconds: 1 });

test('the strip has the five most recently published titles of both kinds, none that is only announced @HOME-02', () => {
  const courses = [title('c1', 1), title('c3', 3), title('c5', 5), title('c7', 7)];
  const books = [title('b0', 0, { isComingSoon: true }), title('b2', 2), title('b4', 4), title('never', 0, { publishedAt: null })];
  expect(highlightsOf(courses, books).map(({ title: name, kind }) => `${kind} ${name}`)).toEqual([
    'course c1',
    'book b2',
    'course c3',
    'book b4',
    'course c5',
  ]);
});

test('the clip next to the headline is the newest short one that can be played, or else the newest', () => {
  const newest = (id: string, isShort: boolean, videoUrl: string | null = `local:${id}-12345`, durationSeconds: number | null = 75) => ({
    ...clip(id, videoUrl),
    isShort,
    durationSeconds,
  });
  const long = newest('long', false);
  const shown = openingClipOf([long, newest('lost', true, null), newest('short', true), newest('older', true)]);
  expect(shown).toEqual({
    id: 'short',
    title: 'Clip short',
    isShort: true,
    stillUrl: '/media/v/short-12345/thumbnail-1.webp',
    duration: '1:15',
  });
  expect(openingClipOf([newest('lost', true, null), long])?.id).toBe('long');
  expect(openingClipOf([newest('a', true, 'local:a-12345', null)])?.duration).toBeNull();
  expect(openingClipOf([])).toBeNull();
});

describe('a slide of the carousel', () => {
  const slideOf = (changes: Partial<TitleNode>) => slidesOf(publishedFirst([title('c', 1, changes)], []))[0];

  test('has the hero video and clips with a URL, at most three @CARO-01', () => {
    const clips = {
      nodes: [clip('1', null), clip('2', 'local:index-9q2m'), clip('3', 'local:effect-2x7k'), clip('4', 'local:queue-1a2b')],
    };
    const titlesOf = (changes: Partial<TitleNode>) => slideOf(changes)?.videos.map((video) => video.title);
    expect(titlesOf({ clips, heroVideoUrl: 'local:hero-3c4d' })).toEqual(['c', 'Clip 2', 'Clip 3']);
    expect(titlesOf({ clips, heroVideoUrl: 'local:index-9q2m' })).toEqual(['c', 'Clip 3', 'Clip 4']);
    expect(titlesOf({ clips })).toEqual(['Clip 2', 'Clip 3', 'Clip 4']);
    expect(titlesOf({ clips: { nodes: [clip('1', 'local:index-9q2m'), clip('2', 'local:index-9q2m')] } })).toEqual(['Clip 1']);
    expect(titlesOf({ clips: { nodes: [clip('1', null)] }, heroVideoUrl: 'local:hero-3c4d' })).toEqual(['c']);
    expect(titlesOf({})).toEqual([]);
  });

  test('has its average and number of ratings, or 5 and one rating if there are none @CARO-02', () => {
    expect(slideOf({ ratings: [5, 4, 4] })).toMatchObject({ rating: '4.3 / 5', ratings: '3 ratings' });
    expect(slideOf({ ratings: [3] })).toMatchObject({ rating: '3.0 / 5', ratings: '1 rating' });
    expect(slideOf({})).toMatchObject({ rating: '5.0 / 5', ratings: '1 rating' });
  });

  test('follows the last one, and precedes the first @CARO-01', () => {
    expect([wrapped(0, -1, 4), wrapped(3, 1, 4), wrapped(1, 1, 4)]).toEqual([3, 0, 2]);
  });
});

test('testimonials keep their order; the first says what it is about @HOME-05', () => {
  const voice = (name: string): FeaturedNode => ({
    id: name,
    slug: name,
    name,
    title: 'Engineer',
    employer: 'Opaline',
    quoteMd: 'It **helped**.',
    rating: 5,
    profileImageUrl: null,
    course: { title: 'Go at Rest' },
    book: null,
  });
  expect(voicesOf([voice('Marit'), voice('Teo')])).toMatchObject([
    { name: 'Marit', position: 'Engineer at Opaline, on Go at Rest' },
    { name: 'Teo', position: 'Engineer at Opaline' },
  ]);
});

describe('the line numbers of the sections', () => {
  const nothing = {
    ...{ highlights: [], paths: [], students: [], customers: [], slides: [], stack: [], voices: [], authors: [], bubbles: [] },
    ...{ claims: [], catalogFigure: null, plan: null, takesAuthors: true, clip: null, page: null },
  };

  test('continue without a gap where sections are left out @HOME-01', () => {
    const kinds = homeKinds.filter((kind) => kind !== 'EVENT');
    expect(linesOf(kinds, nothing, 3)).toMatchObject({ NEWSLETTER: 4, WAYS: 5, DESK: 6 });
    expect(linesOf(homeKinds, nothing, 3)).toMatchObject({ EVENT: 4, NEWSLETTER: 5 });
    expect(linesOf(kinds, { ...nothing, takesAuthors: false }, 3)).toMatchObject({ NEWSLETTER: 4, DESK: 5 });
    const plan = { slug: 'pro', amountCents: 4000, currency: 'USD' };
    const logo = { id: 'one', name: 'One', imageUrl: null, darkImageUrl: null, websiteUrl: null };
    expect(linesOf(kinds, { ...nothing, plan, students: [logo], customers: [logo] }, 3)).toMatchObject({
      STUDENTS: 4,
      PRO: 5,
      NEWSLETTER: 6,
      TESTIMONIALS: 7,
      WAYS: 8,
      DESK: 9,
    });
  });

  test('follow the order of the sections and the length of the headline, skipping hidden ones @HOME-01', () => {
    const shown = ['HEADLINE', 'DESK', 'WAYS', 'EXPLORE', 'STUDENTS', 'NEWSLETTER'] as const;
    expect(linesOf(shown, nothing, 2)).toMatchObject({ DESK: 3, WAYS: 4, NEWSLETTER: 5 });
  });
});

describe('the layout of the page', () => {
  const layout = (sections: readonly object[]) => layoutOf(readHomePage(JSON.stringify(sections)).shown);

  test('is the standard one while no one has changed anything, and then isn’t sent to the browser', () => {
    const { layout: withEvent, parts } = layoutOf(readHomePage(null).shown);
    // Without an event, which is left out until there is one.
    expect(withEvent.indexOf('EVENT')).toBe(1);
    expect(isStandardLayout(withEvent)).toBe(false);
    expect(isStandardLayout(withEvent.filter((slot) => slot !== 'EVENT'))).toBe(true);
    expect(parts).toMatchObject({ opening: ['HEADLINE'], strips: ['HIGHLIGHTS', 'PATHS', 'STUDENTS'], pro: ['PRO'] });
    expect(isStandardLayout(layout([{ kind: 'PRO', isHidden: true }]).layout)).toBe(false);
  });

  test('leaves hidden sections out, keeps the headline first, and puts consecutive static sections into one part', () => {
    const kinds = [
      'DESK',
      'WAYS',
      'PRO',
      'RECENT',
      'STUDENTS',
      'EXPLORE',
      'NEWSLETTER',
      'TESTIMONIALS',
      'AUTHORS',
      'BUBBLES',
      'HIGHLIGHTS',
      'HEADLINE',
      'EVENT',
    ];
    const isHidden = new Set(['EXPLORE', 'EVENT']);
    const { layout: slots, parts } = layout(kinds.map((kind) => ({ kind, ...(isHidden.has(kind) && { isHidden: true }) })));
    expect(slots).toEqual(['opening', 'DESK', 'strips', 'RECENT', 'pro', 'NEWSLETTER', 'voices']);
    expect(parts).toMatchObject({
      opening: ['HEADLINE'],
      strips: ['WAYS', 'PRO'],
      pro: ['STUDENTS'],
      voices: ['TESTIMONIALS', 'AUTHORS', 'BUBBLES', 'HIGHLIGHTS', 'PATHS'],
    });
  });

  test('has a static part between any two sections that run in the browser', () => {
    const kinds = ['EVENT', 'HIGHLIGHTS', 'EXPLORE', 'STUDENTS', 'RECENT', 'PRO', 'NEWSLETTER', 'TESTIMONIALS', 'DESK', 'WAYS'];
    const { layout: slots, parts } = layout(kinds.map((kind) => ({ kind })));
    expect(new Set(slots).size).toBe(slots.length);
    expect(parts).toMatchObject({ strips: ['HIGHLIGHTS', 'PATHS'], pro: ['STUDENTS'], voices: ['PRO'], end: ['WAYS'] });
    expect(parts.rest[0]).toBe('TESTIMONIALS');
  });
});

test('an empty site has the texts of a new site, except for edited ones', () => {
  const page = readHomePage(JSON.stringify([{ kind: 'HEADLINE', content: { lead: 'Ours.' } }]));
  const { HEADLINE, NEWSLETTER } = firstContent(page);
  expect(HEADLINE.headline).toEqual(home.first.headline);
  expect(HEADLINE.lead).toBe('Ours.');
  expect(NEWSLETTER.heading).toBe(home.first.newsletterHeading);
});

test('selected titles come first, in their order, and alone if none should follow', () => {
  const available = publishedFirst([title('c1', 1), title('c2', 2)], [title('b3', 3)]);
  const titles = [
    { kind: 'book', slug: 'b3', title: 'b3' },
    { kind: 'course', slug: 'gone', title: 'gone' },
    { kind: 'course', slug: 'c2', title: 'c2' },
  ];
  const slugs = (isFilled: boolean) => chosenFirst({ titles, isFilled }, available).map(({ slug }) => slug);
  expect(slugs(false)).toEqual(['b3', 'c2']);
  expect(slugs(true)).toEqual(['b3', 'c2', 'c1']);
  expect(chosenFirst({ titles: [], isFilled: false }, available)).toEqual(available);
});

test('selected testimonials are existing reviews and written ones, in their order @HOME-05', () => {
  const review = {
    ...{ id: 'r1', slug: null, name: null, title: null, employer: null, quoteMd: 'Clear.', rating: 5, profileImageUrl: null },
    ...{ course: { title: 'Go at Rest' }, book: null, user: { displayName: 'Ada', profileImageUrl: '/media/a/ada/1.webp' } },
  };
  const written = { id: '', quote: 'It **helped**.', name: 'Teo', role: 'CTO at Opaline', imageUrl: '' };
  const chosen = (id: string) => ({ id, quote: '', name: '', role: '', imageUrl: '' });
  expect(chosenVoices([written, chosen('r1'), chosen('deleted')], [review])).toMatchObject([
    { name: 'Teo', position: 'CTO at Opaline', imageUrl: null },
    { name: 'Ada', position: 'on Go at Rest', imageUrl: '/media/a/ada/1.webp' },
  ]);
});

test('numbers are what was counted, and zeros are left out @HOME-01', () => {
  const counted = [
    { fact: 'LESSONS', amount: 1234 },
    { fact: 'BOOKS', amount: 1 },
    { fact: 'CLIPS', amount: 0 },
  ];
  expect(claimsOf(['BOOKS', 'LESSONS', 'CLIPS', 'LEARNERS', 'toString'], counted)).toEqual([
    { figure: '1', words: 'book' },
    { figure: '1,234', words: 'lessons' },
  ]);
});

test('the plan of the page is monthly Pro, if it is offered', () => {
  const plan = { slug: 'pro', kind: 'PRO', billingInterval: 'MONTH', amountCents: 4000, currency: 'USD', isOffered: true };
  expect(planOf([{ ...plan, slug: 'team', kind: 'TEAM' }, { ...plan, slug: 'year', billingInterval: 'YEAR' }, plan])?.slug).toBe('pro');
  expect(planOf([{ ...plan, isOffered: false }])).toBeNull();
});
