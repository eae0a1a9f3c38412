import { expect, test } from 'vitest';
import { instantOf, wallTimeOf } from '../../app/features/site-settings/wall-time.ts';

test.each([
  ['2026-12-17T18:00', 'Europe/Berlin', '2026-12-17T17:00:00.000Z'],
  ['2026-07-17T18:00', 'Europe/Berlin', '2026-07-17T16:00:00.000Z'],
  ['2026-12-17T18:00', 'UTC', '2026-12-17T18:00:00.000Z'],
  ['2026-12-17T00:15', 'Asia/Kathmandu', '2026-12-16T18:30:00.000Z'],
  ['2026-12-31T23:30', 'Pacific/Kiritimati', '2026-12-31T09:30:00.000Z'],
  // The last minute before the clocks change, and the first one after.
  ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ['2026-11-01T00:59', 'America/New_York', '2026-11-01T04:59:00.000Z'],
  ['2026-11-01T02:00', 'America/New_York', '2026-11-01T07:00:00.000Z'],
])('%s in %s is %s, and back', (wallTime, timeZone, instant) => {
  expect(instantOf(wallTime, timeZone)).toBe(instant);
  expect(wallTimeOf(instant, timeZone)).toBe(wallTime);
});

test('a time that the clocks skip is as much later, and of one that they repeat it’s the first', () => {
  expect(instantOf('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
  expect(instantOf('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
});

test('what isn’t a date and time is empty', () => {
  for (const text of ['', '2026-12', '2026-13-01T00:00', 'soon']) {
    expect(instantOf(text, 'UTC')).toBe('');
    expect(wallTimeOf(text === '2026-12' ? '' : text, 'UTC')).toBe('');
  }
});
