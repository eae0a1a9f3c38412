import { setSiteSettings } from '@newline/api/rules/site/site-settings';
import { unsetSettings } from '@newline/api/rules/site/settings';
import { afterEach, expect, test } from 'vitest';
import { withSingleSlashes } from '../server/site.ts';
import { securityText } from '../server/well-known.ts';

afterEach(() => setSiteSettings(unsetSettings));

test('security.txt says how to report a vulnerability, and expires within a year (RFC 9116)', () => {
  setSiteSettings({ ...unsetSettings, supportEmail: 'help@newline.example' });
  const lines = securityText('https://newline.example', new Date('2026-11-25T10:30:00Z'))?.split('\n') ?? [];
  expect(lines[0]).toBe('Contact: mailto:help@newline.example');
  expect(lines).toContain('Expires: 2027-05-24T00:00:00.000Z');
  expect(lines).toContain('Canonical: https://newline.example/.well-known/security.txt');
  expect(lines.at(-1)).toBe('');
});

test('security.txt is missing while it names no contact', () => {
  expect(securityText('https://newline.example', new Date())).toBeNull();
});

test.each([
  ['/courses//', '/courses'],
  ['//courses', '/courses'],
  ['/courses//types///a//?q=a//b', '/courses/types/a?q=a//b'],
  ['/account/', '/account'],
  ['//evil.example/', '/evil.example'],
  ['///', '/'],
  ['/', null],
  ['/?q=//', null],
  ['/courses', null],
  ['/\\evil.example/', null],
  ['/courses/%2f', null],
])('%s is spelled %s', (url, expected) => {
  expect(withSingleSlashes(url)).toBe(expected);
});
