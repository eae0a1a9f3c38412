import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const entrySchema = z.object({ key: z.string(), to: z.string(), subject: z.string() });

/** A mail that the mail server has accepted, before the database knows. */
export type SentMail = z.infer<typeof entrySchema>;

/** The mails that the mail server has accepted and the database may not know of yet: one small file each. */
export type SentJournal = {
  /** Writes before it returns: what ends the process a moment later finds it written. */
  add(mail: SentMail): void;
  has(key: string): boolean;
  /** Removes a mail of which the database knows. */
  remove(key: string): void;
  list(): SentMail[];
};

/** Opens the journal in a folder, which is created when it is missing. */
export function openSentJournal(folder: string): SentJournal {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const keys = new Set<string>();
  const pathOf = (key: string) => join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`);
  const list = () =>
    readdirSync(folder).flatMap((name) => {
      // A file that was cut off says nothing about a mail: the process ended before it was written.
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
