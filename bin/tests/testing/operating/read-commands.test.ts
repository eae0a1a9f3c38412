import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { environmentSchema } from '@newline/api/env-schema';
import { missingCommands, settingsCommand } from '../../../testing/operating/journey-parts.mjs';
import { packagesIn, readCommands } from '../../../testing/operating/read-commands.mjs';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const blocks = readCommands(readFileSync(`${root}docs/operating.md`, 'utf8'), 'Install it on Debian');

test('the commands of a section are its sh blocks, with the lines before them, without their indentation', () => {
  const markdown = [
    '## Other\n\n```sh\nfalse\n```\n\n## This\n\nText.\n\n1. First:\n\n   ```sh\n   cat <<END\n     two\n   END\n   ```\n\n',
    '```nginx\nno;\n```\n\nLast:\n\n```sh\ntrue\n```\n\n## Next\n\n```sh\nfalse\n```\n',
  ].join('');
  expect(readCommands(markdown, 'This')).toEqual([
    { introduction: '1. First:', commands: 'cat <<END\n  two\nEND' },
    { introduction: 'Last:', commands: 'true' },
  ]);
  expect(() => readCommands(markdown, 'Gone')).toThrow('The document has no section "Gone".');
});

test('the guide for Debian installs, starts, backs up, restores and upgrades', () => {
  expect(packagesIn(blocks)).toEqual(expect.arrayContaining(['postgresql', 'nginx']));
  const all = blocks.map(({ commands }) => commands).join('\n');
  for (const words of ['npm run build', 'systemctl enable --now newline@3000 newline@3001', ' backup ', ' restore --replace '])
    expect(all).toContain(words);
});

test('the guide has each command after which the test uses the site', () => {
  expect(missingCommands(blocks)).toEqual([]);
  expect(missingCommands(blocks.filter(({ commands }) => !commands.includes(settingsCommand)))).toEqual([settingsCommand]);
});

test('the settings that the guide writes exist and are valid', () => {
  const written = blocks.flatMap(({ commands }) =>
    [...commands.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  expect(written.map(([name]) => name)).toEqual(expect.arrayContaining(['PUBLIC_URL', 'DATABASE_URL', 'SECRET_KEY']));
  for (const [name = ''] of written) expect(Object.keys(environmentSchema.shape)).toContain(name);
  const values = Object.fromEntries(written.filter(([, value = '']) => !value.startsWith('$(')));
  expect(environmentSchema.safeParse(values).success).toBe(true);
});
