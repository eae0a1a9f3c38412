import { expect, test } from 'vitest';
import type { PathNode, StepNode } from '../../app/features/paths/path-documents.ts';
import { pathFacts } from '../../app/features/paths/path-facts.ts';

const now = Date.parse('2026-11-28T00:00:00Z');
const authors = { nodes: [{ user: { displayName: 'Ada' } }, { user: { displayName: 'Grace' } }] };
const card = {
  ...{
    id: 'c',
    title: 'A title',
    permalink: '/courses/a-title',
    topic: 'FRONTEND' as const,
    summary: null,
    posterImageUrl: '/media/a.webp',
  },
  ...{ isComingSoon: false, isBootcamp: false, isLiveWorkshop: false, createdAt: '2026-01-01', publishedAt: '2026-01-01' },
  ...{ ratingCount: 0, ratingSum: 0, prices: { nodes: [] }, contributions: authors },
};
const nothing = { course: null, book: null, article: null, clip: null, reason: null, isShown: true };
const steps: StepNode[] = [
  { ...nothing, id: '1', reason: 'Because.', course: { ...card, isFree: false, isMasterclass: false, numLessons: 12, videoSeconds: 5400 } },
  { ...nothing, id: '2', book: { ...card, isForSale: true, isComingSoon: true, numLessons: 1, videoSeconds: 0 } },
  {
    ...nothing,
    id: '3',
    article: {
      ...{ id: 'a', title: 'An article', permalink: '/articles/an-article', topic: 'AI', mainImageUrl: null, subscriptionRequired: true },
      ...{ readingMinutes: 7, contributions: authors },
    },
  },
  {
    ...nothing,
    id: '4',
    clip: {
      ...{ id: 'k', title: 'A clip', durationSeconds: 65, videoUrl: 'local:abcd', thumbnailSeconds: 3 },
      ...{ course: { title: 'A title', topic: 'DESIGN' }, book: null },
    },
  },
  {
    ...nothing,
    id: '5',
    isShown: false,
    course: { ...card, title: 'Secret', isFree: true, isMasterclass: false, numLessons: 3, videoSeconds: 60 },
  },
  { ...nothing, id: '6' },
];
const node: PathNode = {
  ...{ id: 'p', title: 'A path', slug: 'a-path', topic: 'BACKEND', summary: null, description: 'One.\n\nTwo.\n\n  ' },
  ...{ isPublished: true, publishedAt: '2026-11-01T00:00:00Z', user: null, steps: { nodes: steps } },
};

test('each kind of step has its length, its authors, its price and its URL', () => {
  const path = pathFacts(node, now);
  expect(path.steps).toMatchObject([
    {
      kind: 'course',
      label: 'Course',
      path: '/courses/a-title',
      lengths: ['12 lessons', '1 h 30 min'],
      by: 'Ada, Grace',
      price: 'Pro',
      markId: null,
      reason: 'Because.',
    },
    { kind: 'book', label: 'Book', lengths: ['1 chapter'], isComingSoon: true },
    { kind: 'article', path: '/articles/an-article', topic: 'ai', lengths: ['7 min'], price: 'Pro', markId: 'a' },
    {
      kind: 'clip',
      path: '/clips/k',
      topic: 'design',
      lengths: ['1:05'],
      by: 'A title',
      price: null,
      markId: 'k',
      imageUrl: '/media/v/abcd/thumbnail-3.webp',
    },
  ]);
  expect(path.length).toBe('1 h 38 min');
  expect(path.paragraphs).toEqual(['One.', 'Two.']);
});

test('steps that learners don’t see are left out, also for those who see them', () => {
  expect(JSON.stringify(pathFacts(node, now))).not.toContain('Secret');
  expect(pathFacts(node, now).steps.map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
});

test('a path without steps has no length, and a draft says so', () => {
  expect(pathFacts({ ...node, isPublished: false, steps: { nodes: [] } }, now)).toMatchObject({ isDraft: true, steps: [], length: null });
});
