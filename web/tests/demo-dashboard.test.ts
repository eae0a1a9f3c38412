import { describe, expect, test } from 'vitest';
import { chooseSamples } from '../app/features/demo-dashboard/choose-samples.ts';
import type { DeskItemNode } from '../app/features/demo-dashboard/desk-documents.ts';
import { sampleOf } from '../app/features/demo-dashboard/sample-of.ts';
import { type LibraryChoice, defaultChoice } from '../app/shared/library/library-choice.ts';

function node(title: string, kind: 'course' | 'book', technology: string): DeskItemNode {
  const lessons = {
    nodes: [1, 2, 3, 4].map((n) => ({ lesson: { title: `Part ${n}`, permalink: `/x/${n}`, role: n === 4 ? 'CHANGELOG' : 'LESSON' } })),
  };
  return {
    id: title,
    title,
    permalink: `/${kind}s/${title}`,
    topic: 'BACKEND',
    posterImageUrl: null,
    isBootcamp: false,
    isLiveWorkshop: false,
    taggings: { nodes: [{ tag: { slug: technology, name: technology, icon: technology, isCategory: false } }] },
    contributions: { nodes: [{ title: 'AUTHOR', user: { username: 'ada', displayName: 'Ada' } }] },
    ...(kind === 'course' ? { courseLessons: lessons } : { bookLessons: lessons }),
  };
}

const samples = [
  node('Échelle', 'course', 'go'),
  node('Tower', 'book', 'css'),
  node('anchor', 'course', 'go'),
  node('Bridge', 'book', 'go'),
].map((item, index, { length }) => sampleOf(item, index, length));
const chosen = (choice: Partial<LibraryChoice>) =>
  chooseSamples(samples, { ...defaultChoice, ...choice }).entries.map(({ title }) => title);

describe('the sample library @DEMO-01', () => {
  test('has titles in every state of progress, and lessons that match', () => {
    expect(samples.map(({ status }) => status)).toEqual(['in-progress', 'in-progress', 'completed', 'in-progress']);
    expect(samples[0]).toMatchObject({ lessonStates: ['done', 'done', 'started'], next: { path: '/x/3', label: 'Lesson 3, Part 3' } });
    expect(samples[2]).toMatchObject({ lessonStates: ['done', 'done', 'done'], next: null });
  });

  test('is filtered, searched and sorted like a real one', () => {
    expect(chosen({ filters: { ...defaultChoice.filters, kind: ['book'], technology: ['go'] } })).toEqual(['Bridge']);
    expect(chosen({ filters: { ...defaultChoice.filters, technology: ['go', 'css'] } })).toHaveLength(4);
    expect(chosen({ search: 'ECHEL' })).toEqual(['Échelle']);
    expect(chosen({ sort: 'title' })).toEqual(['anchor', 'Bridge', 'Échelle', 'Tower']);
    expect(chosen({ sort: 'title-descending' })).toEqual(['Tower', 'Échelle', 'Bridge', 'anchor']);
    expect(chosen({ sort: 'recently-enrolled' })).not.toEqual(chosen({}));
    const { options } = chooseSamples(samples, { ...defaultChoice, filters: { ...defaultChoice.filters, kind: ['book'] } });
    expect(options.find(({ value }) => value === 'go')?.count).toBe(1);
  });
});
