import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');

type Project = { changelog: string; version: string; releases: readonly { version: string; lastMigration: string }[] };

/** Returns a number that orders versions. */
const rank = (version: string) => version.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0);

/** Returns what is wrong with the changelog, the version and the list of releases. */
function faults({ changelog, version, releases }: Project): string[] {
  const list: string[] = [];
  const headings = [...changelog.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
  if (headings[0] !== 'Unreleased') list.push('The first heading of CHANGELOG.md must be Unreleased.');
  const sections = headings.flatMap((heading) => {
    const [, name, date] = /^(\d+\.\d+\.\d+)(?: - (\d{4}-\d{2}-\d{2}))?$/.exec(heading) ?? [];
    if (name !== undefined && date === undefined) list.push(`The heading ${heading} needs its date: ## ${heading} - 2027-01-31.`);
    return name === undefined ? [] : [{ version: name, text: changelog.split(`\n## ${heading}\n`)[1]?.split('\n## ', 1)[0] ?? '' }];
  });
  const versions = sections.map((section) => section.version);
  if (versions.some((each, index) => index > 0 && rank(each) >= rank(versions[index - 1] ?? '')))
    list.push('The newest release comes first.');
  for (const section of sections) if (!/^- /m.test(section.text)) list.push(`The section ${section.version} is empty.`);
  const listed = releases.map((release) => release.version);
  if (listed.toReversed().join() !== versions.join())
    list.push(`CHANGELOG.md has the releases ${versions.join(', ')}, and db/migrations/releases.json ${listed.toReversed().join(', ')}.`);
  const newest = versions[0];
  if (newest !== undefined && rank(version) < rank(newest)) list.push(`package.json has ${version}, which is older than ${newest}.`);
  return list;
}

test('the changelog, the version and the list of releases agree @RUN-02', () => {
  const { version }: { version: string } = JSON.parse(read('package.json'));
  expect(faults({ changelog: read('CHANGELOG.md'), version, releases: JSON.parse(read('db/migrations/releases.json')) })).toEqual([]);
});

test('each kind of disagreement is reported', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2027-02-01\n\n- Two.\n\n## 0.1.0 - 2027-01-01\n\n- One.\n\n## 2026-11-22\n\n- Zero.\n';
  const releases = [
    { version: '0.1.0', lastMigration: '000090.sql' },
    { version: '0.2.0', lastMigration: '000091.sql' },
  ];
  const good = { changelog, version: '0.2.0', releases };
  expect(faults(good)).toEqual([]);
  expect(faults({ ...good, version: '0.3.0' })).toEqual([]);
  expect(faults({ ...good, version: '0.1.9' })).toEqual(['package.json has 0.1.9, which is older than 0.2.0.']);
  expect(faults({ ...good, changelog: changelog.replace('## Unreleased\n\n', '') })).toEqual([
    expect.stringContaining('must be Unreleased'),
  ]);
  expect(faults({ ...good, changelog: changelog.replace(' - 2027-02-01', '') })).toEqual([expect.stringContaining('needs its date')]);
  expect(faults({ ...good, changelog: changelog.replace('- Two.\n', '') })).toEqual(['The section 0.2.0 is empty.']);
  expect(faults({ ...good, releases: releases.slice(0, 1) })).toEqual([expect.stringContaining('and db/migrations/releases.json 0.1.0')]);
  expect(faults({ ...good, changelog: changelog.replace('0.2.0', '0.0.2'), releases: releases.toReversed() })).toContain(
    'The newest release comes first.',
  );
});
