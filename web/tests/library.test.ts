import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { clockOf, entryOf, optionOf } from '../app/features/library/library-entry.ts';
import type { LibraryNode } from '../app/features/library/library-documents.ts';
import { choiceOf, isNarrowed, librarySorts, parametersOf, defaultChoice } from '../app/shared/library/library-choice.ts';
import { explainEmpty } from '../app/shared/library/explain-empty.ts';
import { technologyIcons } from '../app/shared/library/technology-icons.ts';

describe('the URL of a library @LIB-01', () => {
  test('restores every selection', () => {
    const choice = {
      sort: 'title-descending',
      search: 'react & 100%',
      filters: { status: ['in-progress', 'completed'], kind: ['book'], technology: ['go', 'css'], instructor: ['ines_v'] },
      page: 3,
    } as const;
    expect(choiceOf(new URLSearchParams(parametersOf(choice).toString()))).toEqual(choice);
    for (const { value: sort } of librarySorts) expect(choiceOf(parametersOf({ ...choice, sort })).sort).toBe(sort);
    expect(isNarrowed(choice)).toBe(true);
  });

  test('cuts a long search between characters, so that server and browser show the same', () => {
    const { search } = choiceOf(new URLSearchParams({ q: `${'a'.repeat(199)}👩🏽‍💻` }));
    expect([search.length, search.isWellFormed()]).toEqual([199, true]);
  });

  test('is bare for the whole library, and leaves out unknown values', () => {
    expect(parametersOf(defaultChoice).toString()).toBe('');
    expect(choiceOf(new URLSearchParams('sort=worst&status=lost&kind=toString&technology=Drop%20Table&page=-1&x=1'))).toEqual(
      defaultChoice,
    );
    expect(isNarrowed(defaultChoice)).toBe(false);
  });

  test('loses one filter, or all of them but never the order, through the buttons of the badges', () => {
    const query = 'sort=title&kind=book&kind=course&q=react&page=2';
    expect(parametersOf(choiceOf(new URLSearchParams(`${query}&without=kind:book`))).toString()).toBe('q=react&kind=course&sort=title');
    expect(parametersOf(choiceOf(new URLSearchParams(`${query}&without=all`))).toString()).toBe('sort=title');
  });
});

test('an empty list says what nothing matches, and what to do @LIB-01', () => {
  expect(explainEmpty([['Not Started', 'Completed'], ['Book'], [], []], 'rust')).toBe(
    'Nothing in your library matches Not Started or Completed, Book, and the search “rust”. Remove one of the filters.',
  );
  expect(explainEmpty([['Completed'], [], [], []], '')).toBe('Nothing in your library matches Completed. Remove the filter.');
  expect(explainEmpty([[], [], [], []], 'rust')).toBe('Nothing in your library matches the search “rust”. Try other words.');
  expect(explainEmpty([[], [], [], []], '')).not.toMatch(/undefined|matches/);
});

describe('the icon map @LIB-02', () => {
  test('is fixed: each key has its icon, and each icon its key', async () => {
    const rendered = await readFile(new URL('../public/technologies.svg', import.meta.url), 'utf8');
    expect([...rendered.matchAll(/<symbol id="([^"]+)" viewBox="0 0 24 24"><path d="[^"]+"\/>/g)].map(([, key]) => key)).toEqual(
      technologyIcons,
    );
  });

  test('has every key of the demo’s technologies', async () => {
    const tags = JSON.parse(await readFile(new URL('../../db/demo/content/tags.json', import.meta.url), 'utf8')) as {
      technologies: { icon: string }[];
    };
    expect(tags.technologies.filter(({ icon }) => !technologyIcons.includes(icon))).toEqual([]);
  });
});

describe('a row', () => {
  const node: LibraryNode = {
    id: '1',
    isBook: true,
    isMasterclass: false,
    isBootcamp: false,
    isLiveWorkshop: false,
    title: 'Postgres, Slowly',
    permalink: '/books/postgres-slowly',
    topic: 'BACKEND',
    posterImageUrl: null,
    technologies: ['PostgreSQL', 'Go'],
    instructors: ['Tomasz Wierzba'],
    status: 'IN_PROGRESS',
    lessonStates: ['DONE', 'STARTED', 'OPEN'],
    continuePath: '/books/postgres-slowly/reading-the-plan',
    continueTitle: 'Reading the plan',
    continueNumber: 2,
    continueSeconds: 151,
    completedAt: null,
    enrolledAt: '2025-12-24T12:00:00Z',
    accessedAt: '2026-03-01T22:30:00Z',
  };
  const now = new Date('2026-03-02T09:00:00Z');
  const clock = clockOf(now, 'UTC');

  test('shows where the user continues, and the day in their time zone when it was opened @LIB-01', () => {
    expect(entryOf(node, 'recently-accessed', clock)).toMatchObject({
      facts: ['Book', 'PostgreSQL', 'Tomasz Wierzba'],
      status: 'in-progress',
      lessonStates: ['done', 'started', 'open'],
      next: { path: '/books/postgres-slowly/reading-the-plan', label: 'Chapter 2, Reading the plan', second: 151 },
      finished: null,
      when: 'Yesterday',
    });
    expect(entryOf(node, 'title', clockOf(now, 'Europe/Helsinki')).when).toBe('Today');
    expect(entryOf(node, 'recently-enrolled', clock).when).toBe('Enrolled 24 Dec 2025');
  });

  test('shows when it was finished, and its kind @LIB-03', () => {
    const completed = {
      ...node,
      isBook: false,
      isMasterclass: true,
      status: 'COMPLETED' as const,
      continuePath: null,
      completedAt: '2026-02-03T08:00:00Z',
    };
    expect(entryOf(completed, 'title', clock)).toMatchObject({
      facts: ['Masterclass', 'PostgreSQL', 'Tomasz Wierzba'],
      next: null,
      finished: 'Finished 3 February',
    });
  });

  test('filters have the specification’s labels @LIB-01', () => {
    const labels = ['NOT_STARTED', 'IN_PROGRESS', 'COMPLETED'].map(
      (value) => optionOf({ filterGroup: 'STATUS', value, label: null, icon: null, count: 1 }).label,
    );
    expect(labels).toEqual(['Not Started', 'In Progress', 'Completed']);
    const kinds = ['BOOK', 'COURSE', 'MASTERCLASS'].map(
      (value) => optionOf({ filterGroup: 'KIND', value, label: null, icon: null, count: 1 }).label,
    );
    expect(kinds).toEqual(['Book', 'Course', 'Masterclass']);
    expect(librarySorts.map(({ label }) => label)).toEqual(['Recently Accessed', 'Recently Enrolled', 'Title (A to Z)', 'Title (Z to A)']);
  });
});
