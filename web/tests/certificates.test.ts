import { printedDocument, printedDocumentSize } from '@newline/ui/covers/printed-document';
import { parse } from 'parse5';
import { describe, expect, test } from 'vitest';
import { type CertificateFacts, certificateFacts, printedCertificate } from '../app/features/certificates/certificate-facts.ts';
import type { ShownCertificateNode } from '../app/features/certificates/certificate-documents.ts';
import { criteriaOf, taskOf } from '@newline/api/rules/certificate-criteria';
import { missingForCertificate } from '../app/features/item/missing-for-certificate.ts';
import { linkedInUrl } from '../app/features/certificates/linked-in-url.ts';
import { hasLine, setLine } from '../app/features/feeds/type-setter.server.ts';

const id = '0b9d1f0e-0d3c-4f1a-9a8e-3a6f5b2c1d00';
const certificate: CertificateFacts = {
  id,
  holderName: 'Ada Example',
  courseTitle: 'SQL, said aloud',
  coursePath: '/courses/sql-said-aloud',
  topic: 'backend',
  authorNames: ['Grace Example'],
  siteName: 'newline',
  criteria: 'Completed all 24 lessons.',
  extent: '24 lessons',
  issuedAt: '2026-01-31T23:59:59.000Z',
};
const node: ShownCertificateNode = {
  id,
  holderName: 'Ada Example',
  courseTitle: 'SQL, said aloud',
  coursePath: null,
  topic: 'BACKEND',
  authorNames: ['Grace Example'],
  siteName: 'newline',
  needsLessons: true,
  lessonsCount: 24,
  exercisesCount: 0,
  videoPercent: 80,
  videoSeconds: 7200,
  issuedAt: '2026-01-31T23:59:59.000Z',
  revokedAt: null,
};
const hostile = [
  '"><script>alert(1)</script>',
  `' onload='alert(1)`,
  '</svg><img src=x onerror=alert(1)>',
  '&#60;script&#62;',
  ']]><!--',
  '\u202Eevil\u202C',
  'a&b=c#d',
  '日本語の名前',
  '名前<script>alert(1)</script>',
  'a\r\nSet-Cookie: a=b',
  'a\u0001b\u001B\u009F\uFFFE',
];

const printedOf = (changes: Partial<CertificateFacts>) =>
  printedDocument(printedCertificate({ ...certificate, ...changes }, 'https://newline.example'), setLine, hasLine);

/** Returns every element of a markup and every attribute that could run code. */
function dangersIn(markup: string): string[] {
  const dangers: string[] = [];
  const walk = (element: object): void => {
    const {
      nodeName,
      attrs = [],
      childNodes = [],
    } = element as {
      nodeName: string;
      attrs?: { name: string; value: string }[];
      childNodes?: object[];
    };
    if (!/^(?:#document|#text|html|head|body|svg|path|text)$/u.test(nodeName)) dangers.push(nodeName);
    for (const { name } of attrs) if (name.startsWith('on') || name.includes('href')) dangers.push(name);
    childNodes.forEach(walk);
  };
  walk(parse(markup));
  return dangers;
}

describe('the facts of a certificate', () => {
  test('say what was done, in the time zone of everyone @PRACTICE-03', () => {
    expect(certificateFacts(node)).toMatchObject({
      criteria: 'Completed all 24 lessons and watched at least 80% of the video.',
      extent: '24 lessons · 2 h of video',
      topic: 'backend',
    });
    expect(certificateFacts({ ...node, exercisesCount: 5 })).toMatchObject({
      criteria: 'Completed all 24 lessons, passed all 5 exercises, and watched at least 80% of the video.',
    });
    expect(printedCertificate(certificate, 'https://newline.example')).toMatchObject({
      label: 'Ada Example completed “SQL, said aloud” on newline. Issued on January 31, 2026.',
      foot: ['Issued on January 31, 2026 · 24 lessons', `Verify it at newline.example/certificates/${id}`],
    });
  });

  test('of a revoked one are only when that was', () => {
    const revokedAt = '2026-02-01T00:00:00.000Z';
    expect(certificateFacts({ ...node, revokedAt })).toEqual({ id, revokedAt });
  });
});

describe('the printed certificate', () => {
  test.each(hostile)('takes %j as text @PRACTICE-03', (text) => {
    for (const changes of [{ holderName: text }, { courseTitle: text }, { authorNames: [text, text] }, { siteName: text }]) {
      const svg = printedOf(changes);
      expect(dangersIn(svg)).toEqual([]);
      expect(svg).not.toContain(text.includes('<') ? text : '<script');
      // One such character, and no program shows the image.
      expect(svg).not.toMatch(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/u);
    }
  });

  test.each([80, 200, 10_000])('stays on the sheet with %i characters', (length) => {
    for (const character of ['W', 'i ', 'ß', '漢', '🧮']) {
      const text = character.repeat(length).slice(0, length * 2);
      const svg = printedOf({ holderName: text, courseTitle: text, authorNames: [text, text, text], siteName: 'newline' });
      const baselines = [...svg.matchAll(/ y="([\d.]+)"/gu)].map(([, y]) => Number(y));
      for (const y of baselines) expect(y).toBeLessThan(printedDocumentSize.height);
      // The return mark is below the last line of the title, above the foot.
      const [, , markY = 'NaN'] = /stroke-width="[\d.]+" d="M([\d.]+) ([\d.]+)/u.exec(svg) ?? [];
      expect(Number(markY)).toBeLessThan(printedDocumentSize.height - 100);
      expect(svg.length).toBeLessThan(1_000_000);
    }
  });

  test('leaves a name that its fonts don’t have to those of the reader', () => {
    expect(printedOf({ holderName: '山田 太郎' })).toContain('>山田 太郎</text>');
    expect(printedOf({ holderName: 'Żółć Ångström' })).not.toContain('<text');
  });
});

describe('the link to LinkedIn', () => {
  test.each(hostile)('carries %j as it is, and nothing else @PRACTICE-03', (text) => {
    const url = new URL(linkedInUrl({ ...certificate, courseTitle: text, siteName: text }, `https://newline.example/certificates/${id}`));
    expect(`${url.origin}${url.pathname}`).toBe('https://www.linkedin.com/profile/add');
    expect(url.hash).toBe('');
    expect([...url.searchParams]).toEqual([
      ['startTask', 'CERTIFICATION_NAME'],
      ['name', text],
      ['organizationName', text],
      ['issueYear', '2026'],
      ['issueMonth', '1'],
      ['certUrl', `https://newline.example/certificates/${id}`],
      ['certId', id],
    ]);
  });
});

test('the rules of a certificate are a sentence', () => {
  const rules = [
    { needsLessons: true, needsExercises: false, videoPercent: 0 },
    { needsLessons: false, needsExercises: false, videoPercent: 80 },
    { needsLessons: false, needsExercises: true, videoPercent: 0 },
    { needsLessons: true, needsExercises: true, videoPercent: 0 },
    { needsLessons: true, needsExercises: false, videoPercent: 100 },
  ];
  expect(rules.map(taskOf)).toEqual([
    'Complete all lessons.',
    'Watch at least 80% of the video.',
    'Pass all exercises.',
    'Complete all lessons and pass all exercises.',
    'Complete all lessons and watch all of the video.',
  ]);
  const done = rules.map(({ needsExercises, ...each }) =>
    criteriaOf({ ...each, lessonsCount: 1200, exercisesCount: needsExercises ? 7 : 0 }),
  );
  expect(done).toEqual([
    'Completed all 1,200 lessons.',
    'Watched at least 80% of the video.',
    'Passed all 7 exercises.',
    'Completed all 1,200 lessons and passed all 7 exercises.',
    'Completed all 1,200 lessons and watched all of the video.',
  ]);
  expect(criteriaOf({ needsLessons: true, videoPercent: 0, lessonsCount: 1, exercisesCount: 1 })).toBe(
    'Completed the lesson and passed the exercise.',
  );
});

test('what is missing for a certificate is never less than it is', () => {
  const none = {
    needsLessons: true,
    lessonsCount: 10,
    completedCount: 10,
    exercisesCount: 0,
    passedCount: 0,
    videoPercent: 0,
    videoSeconds: 0,
    watchedSeconds: 0,
    hasAccess: true,
    isEarned: true,
  };
  const missing = (changes: Partial<typeof none>) => missingForCertificate({ ...none, ...changes });
  expect(missing({})).toEqual([]);
  expect(missing({ completedCount: 9 })).toEqual(['1 lesson']);
  expect(missing({ completedCount: 0, needsLessons: false })).toEqual([]);
  expect(missing({ hasAccess: false, completedCount: 7 })).toEqual(['access to all lessons', '3 lessons']);
  expect(missing({ exercisesCount: 5, passedCount: 4 })).toEqual(['1 exercise']);
  expect(missing({ exercisesCount: 5, passedCount: 2, completedCount: 9 })).toEqual(['1 lesson', '3 exercises']);
  expect(missing({ videoPercent: 90, videoSeconds: 10_000, watchedSeconds: 8999 })).toEqual(['1% of the video']);
  expect(missing({ videoPercent: 90, videoSeconds: 10_000, watchedSeconds: 9000 })).toEqual([]);
});
