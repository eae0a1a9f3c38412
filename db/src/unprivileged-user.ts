import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** An account of the operating system that can run PostgreSQL. */
export type SystemUser = { name: string; uid: number; gid: number };

/**
 * Returns the account to use instead of root, as which PostgreSQL refuses to run: the one that already owns `dataFolder`, otherwise
 * `postgres`, otherwise `newline` (created on first use), otherwise `nobody`. Returns null for all other users, who run PostgreSQL as
 * themselves.
 */
export function unprivilegedUser(dataFolder: string): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = readAccounts();
  const owner = ownerOf(dataFolder);
  const ownerAccount = accounts.find((account) => account.uid === owner && owner !== 0);
  if (ownerAccount) return ownerAccount;
  const existing = accounts.find((account) => account.name === 'postgres') ?? accounts.find((account) => account.name === 'newline');
  if (existing) return existing;
  spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'newline'], { stdio: 'ignore' });
  const created = readAccounts().find((account) => account.name === 'newline');
  return created ?? accounts.find((account) => account.name === 'nobody') ?? { name: 'nobody', uid: 65534, gid: 65534 };
}

/** Returns the nearest parent of `path` (or itself) that `user` can't enter, or null if the whole path is accessible. */
export function closedFolderOnTheWay(path: string, user: SystemUser): string | null {
  for (let folder = path; ; folder = dirname(folder)) {
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      const bit = stat.uid === user.uid ? 0o100 : stat.gid === user.gid ? 0o010 : 0o001;
      if ((stat.mode & bit) === 0) return folder;
    }
    if (folder === dirname(folder)) return null;
  }
}

function readAccounts(): SystemUser[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .flatMap(([name, , uid, gid]) => (name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []));
}

function ownerOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.uid ?? null;
}
