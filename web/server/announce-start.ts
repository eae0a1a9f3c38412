import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '@newline/api/log';

/** Prints a message to the person who starts the site. */
export type Announce = (line: string) => void;

/**
 * Reports the progress of a start: as plain lines to a terminal and on a site for this machine alone, or, in production, as lines of the
 * log.
 */
export function createAnnounce({ isProduction, isTerminal, log }: { isProduction: boolean; isTerminal: boolean; log: Log }): Announce {
  return isProduction && !isTerminal ? (line) => log.info(line) : (line) => console.log(line);
}

/** The file with the link for the first administrator, in DATA_DIR. */
export const firstAdminFile = 'first-administrator.txt';

/**
 * Shows the link for the first administrator on the terminal, or writes it to a file that only its owner can read, because other output may
 * be collected. The file is deleted once the site has an administrator.
 */
export function handOverFirstAdminLink(
  link: string | null,
  { dataDir, isTerminal, announce }: { dataDir: string; isTerminal: boolean; announce: Announce },
): void {
  const file = join(dataDir, firstAdminFile);
  rmSync(file, { force: true });
  if (link === null) return;
  if (isTerminal)
    return announce(`This site has no administrator yet. To become one, open this link, which works once and for 24 hours: ${link}`);
  writeFileSync(file, `${link}\n`, { mode: 0o600, flag: 'wx' });
  announce(`This site has no administrator yet. To become one, open the link in ${file}, which works once and for 24 hours.`);
}
