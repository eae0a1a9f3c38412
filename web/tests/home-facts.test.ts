import { describe, expect, test } from 'vitest';
import type { FeaturedNode, TitleNode } from '../app/features/home/home-documents.ts';
import { highlightsOf, linesOf, planOf, publishedFirst, slidesOf, voicesOf } from '../app/features/home/home-facts.server.ts';
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

test('the strip has the five most recently published of both kinds, none that is only announced @HOME-02', () => {
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

describe('a slide of the carousel', () => {
  const slideOf = (changes: Partial<TitleNode>) => slidesOf(publishedFirst([title('c', 1, changes)], []))[0];

  test('has the hero video and clips with an address, three at the most @CARO-01', () => {
    const clips = {
      nodes: [clip('1', null), clip('2', 'local:index-9q2m'), clip('3', 'local:effect-2x7k'), clip('4', 'local:queue-1a2b')],
    };
    const titlesOf = (changes: Partial<TitleNode>) => slideOf(changes)?.videos.map((video) => video.title);
    expect(titlesOf({ clips, heroVideoUrl: 'local:hero-3c4d' })).toEqual(['c', 'Clip 2', 'Clip 3']);
    expect(titlesOf({ clips })).toEqual(['Clip 2', 'Clip 3', 'Clip 4']);
    expect(titlesOf({ clips: { nodes: [clip('1', null)] }, heroVideoUrl: 'local:hero-3c4d' })).toEqual(['c']);
    expect(titlesOf({})).toEqual([]);
  });

  test('has its average and how many rated it; 5 and one rating when there are none @CARO-02', () => {
    expect(slideOf({ ratings: [5, 4, 4] })).toMatchObject({ rating: '4.3 / 5', ratings: '3 ratings' });
    expect(slideOf({ ratings: [3] })).toMatchObject({ rating: '3.0 / 5', ratings: '1 rating' });
    expect(slideOf({})).toMatchObject({ rating: '5.0 / 5', ratings: '1 rating' });
  });

  test('comes after the last, and before the first @CARO-01', () => {
    expect([wrapped(0, -1, 4), wrapped(3, 1, 4), wrapped(1, 1, 4)]).toEqual([3, 0, 2]);
  });
});

test('voices keep their order; the first says what it is about @HOME-05', () => {
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
    ...{ highlights: [], students: [], customers: [], slides: [], stack: [], voices: [], authors: [], bubbles: [] },
    ...{ claims: [], catalogFigure: null, plan: null },
  };

  test('go on without a gap where sections are left out @HOME-01', () => {
    expect(linesOf(nothing)).toMatchObject({ newsletter: 4, ways: 5, desk: 6 });
    const plan = { slug: 'pro', amountCents: 4000, currency: 'USD' };
    const logo = { id: 'one', name: 'One', imageUrl: null };
    expect(linesOf({ ...nothing, plan, students: [logo], customers: [logo] })).toMatchObject({
      students: 4,
      pro: 5,
      newsletter: 6,
      voices: 7,
      ways: 8,
      desk: 9,
    });
  });
});

test('the plan of the page is Pro by the month, where that is offered', () => {
  const plan = { slug: 'pro', kind: 'PRO', billingInterval: 'MONTH', amountCents: 4000, currency: 'USD', isOffered: true };
  expect(planOf([{ ...plan, slug: 'team', kind: 'TEAM' }, { ...plan, slug: 'year', billingInterval: 'YEAR' }, plan])?.slug).toBe('pro');
  expect(planOf([{ ...plan, isOffered: false }])).toBeNull();
});
