import { homeSchema } from '@newline/db/demo/content-schemas';
import { readContent, type DemoItem } from '@newline/db/demo/read-content';
import { describe, expect, test } from 'vitest';
import { home } from '../../../home.config.ts';
import { pricingPage, writePage } from '../../../pages.config.ts';

const content = readContent();
const numbers = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'.split(' ');
const numberOf = (word: string) => (/^\d+$/.test(word) ? Number(word) : numbers.indexOf(word.toLowerCase()) + 1);
const anyNumber = `\\d+|${numbers.join('|')}`;

/** The number of parts of each kind that a title has, as its page counts them: a change log isn't a part. */
function countsOf({ kind, lessons, numExercises }: DemoItem): Record<string, number> {
  const parts = lessons.filter(({ role }) => role !== 'CHANGELOG').length;
  return { [kind === 'book' ? 'chapter' : 'lesson']: parts, exercise: numExercises };
}

/** Returns the numbers in a title's text: `9 chapters`, and `5 of 9 chapters` for an unfinished one. */
function claimsOf(words: string) {
  const claims = new RegExp(`(?:\\b(${anyNumber}) of )?\\b(${anyNumber}) (chapter|lesson|exercise)s\\b`, 'gi');
  return [...words.matchAll(claims)].map(([said, part, whole = '', unit = '']) => ({
    said,
    unit: unit.toLowerCase(),
    present: numberOf(part ?? whole),
    isPart: part !== undefined,
    isFinal: new RegExp(`${said} are final`).test(words),
    whole: numberOf(whole),
  }));
}

const wordsOf = ({ summary, description, subtitle, pricingFeatures, syllabus, faq, marketing, body }: DemoItem) =>
  [
    summary,
    description,
    subtitle,
    ...pricingFeatures,
    ...syllabus,
    ...faq.map(({ answer }) => answer),
    ...Object.values(marketing).flat(),
    body,
  ].join('\n');

/** Numbers per lesson rather than in total: each lesson ends with five. */
const perPart = /\b(?:each|every) (?:chapter|lesson)\b[^.]*$/i;

describe('numbers in the texts of a demo title', () => {
  test('are true', () => {
    const claims = content.items.flatMap((item) => claimsOf(wordsOf(item)).map((claim) => ({ item, ...claim })));
    expect(claims.length).toBeGreaterThan(15);
    const wrong = claims.flatMap(({ item, said, unit, present, whole, isPart, isFinal }) => {
      const counted = countsOf(item)[unit];
      const before = wordsOf(item).split(said)[0] ?? '';
      if (perPart.test(before)) return present * (countsOf(item)['lesson'] ?? 0) === counted ? [] : [`${item.key}: ${said} each`];
      // For an early edition, the first number is the current one, unless it is one that won't change anymore.
      const expected = isPart && isFinal ? whole : present;
      return expected === counted ? [] : [`${item.key}: ${said}, and there are ${counted}`];
    });
    expect(wrong).toEqual([]);
  });

  test('refer to chapters or lessons that exist', () => {
    const wrong = content.items.flatMap((item) => {
      const named = [...wordsOf(item).matchAll(new RegExp(`\\b(?:chapter|lesson) (${anyNumber})\\b`, 'gi'))];
      return named.filter(([, number = '']) => numberOf(number) > item.lessons.length).map(([said]) => `${item.key}: ${said}`);
    });
    expect(wrong).toEqual([]);
  });

  test('never state a length in hours: the site measures its videos', () => {
    const wrong = content.items.filter(({ pricingFeatures }) =>
      pricingFeatures.some((feature) => /\b\d+ hours?( \d+ minutes)?$/.test(feature)),
    );
    expect(wrong.map(({ key }) => key)).toEqual([]);
  });
});

describe('the texts of the home page and the pages about prices', () => {
  const words = JSON.stringify([home, pricingPage, writePage, content.sections]);

  test('state no number that the site can count: titles, courses, books, clips, hours or readers', () => {
    const counted =
      /\b\d[\d,.]*\+?\s+(?:(?!minute\b)\w+ )?(?:titles|courses|books|guides|clips|videos|hours|readers|learners|developers|students|teams)\b/i;
    expect('60+ books').toMatch(counted);
    expect(words.match(counted)?.[0]).toBeUndefined();
  });

  test('name only titles that exist', () => {
    const { books, courses } = homeSchema.parse(content.home);
    const existing = new Set(content.items.map(({ key }) => key));
    const named = [...books.map((slug) => `books/${slug}`), ...courses.map((slug) => `courses/${slug}`)];
    expect(named.filter((key) => !existing.has(key))).toEqual([]);
  });
});
