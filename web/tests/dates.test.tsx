import { readdir, readFile } from 'node:fs/promises';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { formatDate } from '../app/shared/dates/format-date.ts';
import { LocalDate } from '../app/shared/dates/local-date.tsx';

const instant = '2026-11-21T23:05:00.000Z';
const app = new URL('../app/', import.meta.url);

test('a date is written in the reader’s language and time zone', () => {
  expect(formatDate(instant, 'day')).toBe('21 Nov 2026');
  expect(formatDate(instant, 'longDay', { locale: 'en-US', timeZone: 'Asia/Kathmandu' })).toBe('November 22, 2026');
  expect(formatDate(instant, 'moment', { locale: 'de-DE', timeZone: 'America/Los_Angeles' })).toBe('21. Nov. 2026, 15:05');
  expect(formatDate(instant, 'dayOfYear', { locale: 'en-GB', timeZone: 'Pacific/Kiritimati' })).toBe('22 Nov');
});

test('the server writes it for everyone, like the browser before hydration', () => {
  expect(renderToString(<LocalDate of={instant} look="day" />)).toBe(
    '<time dateTime="2026-11-21T23:05:00.000Z" title="21 Nov 2026, 23:05 (UTC)">21 Nov 2026</time>',
  );
});

test('no component formats dates in another way', async () => {
  const names = (await readdir(app, { recursive: true })).filter((name) => /\.tsx?$/.test(name));
  const formatting: string[] = [];
  for (const name of names)
    if (/\.toLocale(?:Date|Time)String|Intl\.DateTimeFormat\([^)]/.test(await readFile(new URL(name, app), 'utf8')))
      formatting.push(name.replaceAll('\\', '/'));
  // The library computes days in the account's time zone, on the server.
  // A form for local times in a chosen time zone, which nobody reads there.
  // Months of the revenue are those of UTC, as their page says.
  // The date of a certificate is the same everywhere, also in its files.
  // The script on offline copies has none of the page's code, which may not be there.
  expect(formatting.toSorted()).toEqual([
    'features/certificates/certificate-facts.ts',
    'features/library/library-entry.ts',
    'features/site-settings/wall-time.ts',
    'offline-worker/offline-note.ts',
    'shared/dates/format-date.ts',
    'shared/dates/format-month.ts',
  ]);
});
