import { usualPages } from '@newline/api/rules/site/page-path';
import { readContent } from '@newline/db/demo/read-content';
import { expect, test } from 'vitest';
import { home } from '../../../home.config.ts';
import { pricingPage, writePage } from '../../../pages.config.ts';
import { site } from '../../../site.config.ts';
import { starterTextOf } from '../../app/features/admin/starter-texts.ts';
import { promisesIn } from './promises.ts';

// The texts that a new site has until its owner edits them, and the templates of its pages.
const texts: Readonly<Record<string, unknown>> = {
  ...{ 'home.config.ts': home, 'pages.config.ts': [pricingPage, writePage], 'site.config.ts': site },
  ...Object.fromEntries(usualPages.map((page) => [page, starterTextOf(page)])),
};

/** Returns all texts in a JSON value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test.each(Object.keys(texts))('%s promises nothing that only the owner can keep @HOME-01', (name) => {
  // What the owner has to fill in isn't a text yet.
  const shown = textsIn(texts[name]).map((text) => text.replaceAll(/\[Fill in:[^\]]*\]/g, ''));
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.flatMap(promisesIn)).toEqual([]);
});

test('the demo has such promises, in texts of its own (control)', () => {
  const promised = textsIn(readContent().sections).flatMap(promisesIn);
  expect(promised).toEqual(expect.arrayContaining(['on Fridays', 'source code', 'chat access', '1-minute', 'We edit', 'get paged']));
});
