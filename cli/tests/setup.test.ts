import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SetupFacts, settingsOf, setupLines } from '../src/setup/setup-lines.ts';
import { runNewline } from './run-newline.ts';

const parent = mkdtempSync(join(tmpdir(), 'newline-setup-'));
beforeAll(() => chmodSync(parent, 0o711));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const newline = (...args: string[]) => runNewline(args, { DATA_DIR: join(parent, 'data') });

test('an empty site gets its name and support address in the terminal, and the next steps are printed', async () => {
  expect((await newline('migrate')).code).toBe(0);
  const first = await newline('setup');
  expect(first.code, first.err).toBe(0);
  expect(first.out).toContain('Name: (not set)');
  expect(first.out).toContain('to do First administrator');
  expect(first.out).toContain('to do Backup');
  expect(first.out).toContain('0 of 8 done');

  const second = await newline('setup', '--name', '  Marigold ', '--support-email', 'help@example.com');
  expect(second.code, second.err).toBe(0);
  expect(second.out).toMatch(/^Saved\.\n\nName: Marigold\nDescription: \(not set\)\nSupport email address: help@example\.com\n/);
  expect(second.out).toContain('done  Name and look');

  const refused = await newline('setup', '--support-email', 'nobody');
  expect(refused.code).toBe(1);
  expect(refused.err).toContain('The database rejected a value');

  expect((await newline('backup', join(parent, 'site.tar'))).code).toBe(0);
  const last = await newline('setup');
  expect(last.out).toContain('Support email address: help@example.com');
  expect(last.out).toContain('done  Backup');
  expect(last.out).toContain('2 of 8 done');
}, 120_000);

const done: SetupFacts = {
  hasAdmin: true,
  isNamed: true,
  mailTestedAt: new Date(),
  mailFailure: null,
  hasPrice: true,
  hasTitle: true,
  hasAuthor: true,
  backedUpAt: new Date(),
  hasTerms: true,
  hasPrivacy: true,
};
const surroundings = { mode: 'REDIRECTS', hasMailServer: true, publicUrl: 'https://learn.example.com' } as const;

test('each task says what to do next', () => {
  expect(setupLines(done, surroundings).at(-1)).toBe('\n8 of 8 done');
  const text = (facts: Partial<SetupFacts>, more: Partial<typeof surroundings> | { mode: 'CLOSED' } = {}) =>
    setupLines({ ...done, ...facts }, { ...surroundings, ...more }).join('\n');
  expect(text({ hasPrivacy: false })).toContain('Write and publish the privacy policy at https://learn.example.com/admin/pages.');
  expect(text({ hasPrivacy: false, hasTerms: false })).toContain('the terms and privacy policy');
  expect(text({ mailFailure: 'Connection refused' })).toContain('The last one was not sent: Connection refused');
  expect(text({ hasPrice: false })).toContain('Set a price at https://learn.example.com/admin/plans.');
  expect(text({}, { mode: 'CLOSED' })).toContain('Set STRIPE_SECRET_KEY');
});

test('settings are trimmed, and empty ones are left out', () => {
  expect(
    settingsOf(
      new Map([
        ['name', ' Marigold '],
        ['description', ' '],
      ]),
    ),
  ).toEqual({ name: 'Marigold' });
});
