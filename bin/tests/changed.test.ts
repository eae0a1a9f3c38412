import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { changedFiles, readSpecs, touchedSpecs } from '../testing/changed.mjs';

/** Creates a folder with these files, which is removed after the test. */
function withFolder(files: Readonly<Record<string, string>>, work: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'newline-changed-'));
  try {
    write(folder, files);
    work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

test('everything that differs from the last commit of main has changed: on main, on a branch, and in untracked files', () => {
  withFolder({ 'a.ts': '1', 'b.ts': '1' }, (folder) => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: folder, stdio: 'pipe' });
    git('init', '--initial-branch=main');
    expect(() => changedFiles(folder)).toThrow(/expected git to tell what changed/);
    git('add', '.');
    git('commit', '-m', 'First');
    expect(changedFiles(folder)).toEqual({ base: 'main', files: [] });
    write(folder, { 'a.ts': '2', 'new/c.ts': '1' });
    expect(changedFiles(folder).files).toEqual(['a.ts', 'new/c.ts']);
    git('checkout', '-b', 'branch');
    git('add', '.');
    git('commit', '-m', 'Second');
    expect(changedFiles(folder).files).toEqual(['a.ts', 'new/c.ts']);
  });
});

test('a browser spec runs when it, its imports, or an area whose requirements it tests changed', () => {
  const files = {
    'e2e/clips.spec.ts': "import { open } from './support/clip-journey.ts';\ntest('plays @CLIP-01', open);",
    'e2e/talk.spec.ts': "test('talks @DISC-01 @AUTH-02');",
    'e2e/plain.spec.ts': "test('is there');",
    'e2e/support/clip-journey.ts': "import { visit } from './visit.ts';",
    'e2e/support/visit.ts': '',
    'e2e/support/global-setup.ts': "import { start } from './site-process.ts';",
    'e2e/support/site-process.ts': '',
  };
  withFolder(files, (folder) => {
    const touched = (...paths: string[]) => touchedSpecs(paths, readSpecs(folder)).map((path) => path.replace(/^e2e\/|\.spec\.ts$/g, ''));
    expect(touched()).toEqual([]);
    expect(touched('e2e/talk.spec.ts')).toEqual(['talk']);
    expect(touched('e2e/support/visit.ts')).toEqual(['clips']);
    expect(touched('e2e/support/site-process.ts')).toEqual(['clips', 'plain', 'talk']);
    expect(touched('e2e/playwright.config.ts')).toEqual(['clips', 'plain', 'talk']);
    expect(touched('web/app/features/clips/clip-grid.tsx')).toEqual(['clips']);
    expect(touched('api/src/features/mail/send-mail.ts')).toEqual(['talk']);
    // Files in no listed folder can affect all tests of requirements.
    expect(touched('ui/src/components/menu.tsx')).toEqual(['clips', 'talk']);
    expect(touched('db/migrations/committed/000100-more.sql')).toEqual(['clips', 'talk']);
    expect(touched('docs/testing.md', 'api/tests/clips/clips.test.ts', 'bench/src/main.ts', 'README.md')).toEqual([]);
  });
});
