import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Lints a file with the project's configuration as if it were at this path of the project. The file is in a temporary folder. */
export function lintFile(path: string, lines: readonly string[]): { status: number | null; stdout: string } {
  const folder = mkdtempSync(join(tmpdir(), 'newline-lint-'));
  try {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${lines.join('\n')}\n`);
    return spawnSync(process.execPath, [join(root, 'node_modules/oxlint/bin/oxlint'), '-c', join(root, '.oxlintrc.json'), file], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NEWLINE_LINT_ROOT: folder },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
