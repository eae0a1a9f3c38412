import { describe, expect, test } from 'vitest';
import type { BookCardFragment, CourseCardFragment } from '../.documents/graphql.ts';
import { bookCard, courseCard, nextDue } from '../app/shared/catalog/card-facts.ts';

const day = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 10, 21, 12);
const base = {
  id: '1',
  title: 'Go at Rest',
  permalink: '/courses/go-at-rest',
  topic: 'BACKEND' as const,
  summary: null,
  posterImageUrl: null,
  isComingSoon: false,
  isBootcamp: false,
  isLiveWorkshop: false,
  createdAt: new Date(now - 20 * day).toISOString(),
  publishedAt: null,
  ratingCount: 0,
  ratingSum: 0,
  contributions: { nodes: [] },
  prices: { nodes: [] },
}; // prettier-ignore
const course: CourseCardFragment = { ...base, isFree: false, isMasterclass: false };
const book: BookCardFragment = { ...base, isForSale: true };

describe('a card @BOOK-02 @EXPL-05', () => {
  test.each([
    ['a course', courseCard(course, now), 'Course', 'Pro'],
    ['a free course', courseCard({ ...course, isFree: true }, now), 'Course', 'Free'],
    ['a book', bookCard(book, now), 'Book', 'Pro'],
    ['a book that is not for sale', bookCard({ ...book, isForSale: false }, now), 'Book', 'Free'],
    ['a bootcamp', courseCard({ ...course, isBootcamp: true }, now), 'Bootcamp', null],
    ['a masterclass', courseCard({ ...course, isMasterclass: true }, now), 'Masterclass', null],
    ['a free masterclass', courseCard({ ...course, isMasterclass: true, isFree: true }, now), 'Masterclass', 'Free'],
    ['a workshop', bookCard({ ...book, isLiveWorkshop: true }, now), 'Workshop', null],
  ])('of %s is labeled', (_name, card, label, price) => {
    expect([card.label, card.price]).toEqual([label, price]);
  });

  test('has the prices of its title without those of its advanced package, the default one first, unless it’s free or only announced', () => {
    const prices = {
      nodes: [
        { amountCents: 3500, currency: 'EUR', isDefault: false, isAdvanced: false },
        { amountCents: 2900, currency: 'USD', isDefault: true, isAdvanced: true },
        { amountCents: 3900, currency: 'USD', isDefault: true, isAdvanced: false },
      ],
    };
    const texts = [
      { currency: 'USD', text: '$39' },
      { currency: 'EUR', text: '€35' },
    ];
    expect(courseCard({ ...course, prices }, now).prices).toEqual(texts);
    expect(bookCard({ ...book, prices }, now).prices).toEqual(texts);
    expect(courseCard({ ...course, prices, isFree: true }, now).prices).toEqual([]);
    expect(bookCard({ ...book, prices, isForSale: false }, now).prices).toEqual([]);
    expect(courseCard({ ...course, prices, isComingSoon: true }, now).prices).toEqual([]);
  });

  test('is a new release for 14 days, and says when that ends', () => {
    const young = { ...course, createdAt: new Date(now - 14 * day + 1).toISOString() };
    const notNew = { ...course, createdAt: new Date(now - 14 * day).toISOString() };
    expect([courseCard(young, now).isNewRelease, courseCard(notNew, now).isNewRelease]).toEqual([true, false]);
    expect(courseCard({ ...young, isComingSoon: true }, now).isNewRelease).toBe(false);
    expect(nextDue([young, notNew, { createdAt: new Date(now).toISOString() }], now)).toBe(new Date(now + 1).toISOString());
    expect(nextDue([notNew], now)).toBeNull();
  });

  test('shows the average to one decimal, and none without ratings', () => {
    expect(courseCard({ ...course, ratingCount: 3, ratingSum: 14 }, now).rating).toBe('4.7 / 5.0');
    expect(courseCard(course, now).rating).toBeNull();
  });
});
