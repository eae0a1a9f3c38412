import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const entrySchema = z.object({ key: z.string(), to: z.string(), subject: z.string() });

/** An email that the mail server has accepted, before the database knows. */
export type SentMail = z.infer<typeof entrySchema>;

/** Journal of the emails that the mail server has accepted and that the database may not know of yet: one small file each. */
export type SentJournal = {
  /** Writes the file before it returns, so that it survives the end of the process. */
  add(mail: SentMail): void;
  has(key: string): boolean;
  /** Removes an email that the database knows of. */
  remove(key: string): void;
  list(): SentMail[];
};

/** Opens the journal in a folder, which is created if missing. */
export function openSentJournal(folder: string): SentJournal {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const keys = new Set<string>();
  const pathOf = (key: string) => join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`);
  const list = () =>
    readdirSync(folder).flatMap((name) => {
      // An incomplete file says nothing about an email: the process ended while writing it.
      const entry = entrySchema.safeParse(parse(readFileSync(join(folder, name), 'utf8')));
      return entry.success ? [entry.data] : [];
    });
  for (const { key } of list()) keys.add(key);
  return {
    add(mail) {
      keys.add(mail.key);
      writeFileSync(pathOf(mail.key), JSON.stringify(mail), { mode: 0o600, flush: true });
    },
    has: (key) => keys.has(key),
    remove(key) {
      rmSync(pathOf(key), { force: true });
      keys.delete(key);
    },
    list,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
