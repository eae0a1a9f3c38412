import { describe, expect, test } from 'vitest';
import { changedContent, homeKinds, readPage, readSections, withStored, writeSections } from '../../src/rules/site/page-sections.ts';

const kinds = ['TOP', 'PLANS', 'COMPARE', 'QUESTIONS'] as const;
const orderOf = (stored: readonly object[]) => readSections(kinds, JSON.stringify(stored)).map(({ kind }) => kind);

describe('the sections of a page', () => {
  test('are the standard ones if nothing is stored', () => {
    expect(readSections(kinds, null)).toEqual(kinds.map((kind) => ({ kind, isHidden: false, content: {} })));
    expect(readSections(kinds, '[]')).toEqual(readSections(kinds, null));
  });

  test('have their stored order, the heading first, and missing ones after their predecessor', () => {
    expect(orderOf([{ kind: 'QUESTIONS' }, { kind: 'PLANS' }])).toEqual(['TOP', 'QUESTIONS', 'PLANS', 'COMPARE']);
    expect(orderOf([{ kind: 'QUESTIONS' }, { kind: 'TOP' }])).toEqual(['TOP', 'QUESTIONS', 'PLANS', 'COMPARE']);
    expect(orderOf([{ kind: 'TOP' }, { kind: 'COMPARE' }])).toEqual(['TOP', 'PLANS', 'COMPARE', 'QUESTIONS']);
  });

  test('leave out unknown sections and show those that can’t be hidden', () => {
    expect(orderOf([{ kind: 'DESK' }, {}, { kind: 7 }])).toEqual([...kinds]);
    const hidden = kinds.map((kind) => ({ kind, isHidden: true }));
    expect(readPage(kinds, { TOP: {}, PLANS: {}, COMPARE: {}, QUESTIONS: {} }, JSON.stringify(hidden)).shown).toEqual(['TOP', 'PLANS']);
  });

  test('are stored as nothing if everything is standard, and read back unchanged', () => {
    expect(writeSections(homeKinds, readSections(homeKinds, null))).toBe('[]');
    const changed = readSections(
      kinds,
      JSON.stringify([
        { kind: 'QUESTIONS', content: { heading: 'Ask' } },
        { kind: 'COMPARE', isHidden: true },
      ]),
    );
    expect(readSections(kinds, writeSections(kinds, changed))).toEqual(changed);
  });
});

describe('the content of a section', () => {
  const standard = {
    heading: 'Questions',
    isFilled: true,
    questions: [{ question: 'Why?', answer: 'Because.' }],
    titles: [] as readonly object[],
  };

  test('is the standard content with what is stored; values of another type are ignored', () => {
    expect(withStored(standard, { heading: 'Ask', isFilled: false, questions: [] })).toEqual({
      ...standard,
      heading: 'Ask',
      isFilled: false,
      questions: [],
    });
    expect(withStored(standard, { heading: 7, isFilled: 'no', questions: [{ question: 'Why?' }], titles: ['one'], more: 'text' })).toEqual(
      standard,
    );
    const titles = [{ kind: 'book', slug: 'one', title: 'One' }];
    expect(withStored(standard, { titles })).toEqual({ ...standard, titles });
  });

  test('is stored only where it differs', () => {
    expect(changedContent(standard, { ...standard, heading: 'Ask' })).toEqual({ heading: 'Ask' });
    expect(changedContent(standard, structuredClone(standard))).toEqual({});
  });
});
