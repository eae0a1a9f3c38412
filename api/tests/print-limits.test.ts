import { readFile } from 'node:fs/promises';
import { limitsFile, printLimits } from '@newline/api/print-limits';
import { allLimits } from '@newline/api/rules/limits/all-limits';
import { expect, test } from 'vitest';

test('docs/limits.md is what `npm run limits` writes', async () => {
  expect(await readFile(limitsFile, 'utf8')).toBe(printLimits());
});

test('every limit is on the page with its number, and each has a reason', () => {
  const page = printLimits();
  for (const { name, limits, facts } of allLimits) {
    expect(Object.keys(facts)).toEqual(Object.keys(limits));
    for (const [limit, most] of Object.entries(limits)) {
      const fact = facts[limit];
      expect(fact?.why, `${name}.${limit}`).toMatch(/\w+/);
      const row = name === 'daily' ? `| ${fact?.unit} | ${most.toLocaleString('en')} ` : `| \`${limit}\` | ${most.toLocaleString('en')} `;
      expect(page).toContain(row);
    }
  }
});
