import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { RenderedMail } from '../../mail.ts';

const maxMessages = 200;

const messageSchema = z.object({
  id: z.string(),
  sentAt: z.string(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  messageId: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
});

/** A mail in the site's own mailbox. `id` is made of letters, digits and hyphens and grows with time. */
export type MailboxMessage = z.infer<typeof messageSchema>;

/** Where mails go while no SMTP server is set: files in a folder, the newest 200. */
export type Mailbox = {
  deliver(mail: RenderedMail & { readonly messageId?: string }, from: string): Promise<void>;
  /** The messages, newest first. */
  list(): Promise<MailboxMessage[]>;
  /** One message, or null. */
  read(id: string): Promise<MailboxMessage | null>;
};

/** Opens the mailbox in a folder, which is made when the first mail comes. */
export function createMailbox(folder: string): Mailbox {
  let count = 0;
  const names = async (): Promise<string[]> => {
    const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return entries.filter((name) => name.endsWith('.json')).toSorted((a, b) => b.localeCompare(a, 'en'));
  };
  const readMessage = async (name: string): Promise<MailboxMessage | null> => {
    const content = await readFile(join(folder, name), 'utf8').catch(() => null);
    return content === null ? null : messageSchema.parse(JSON.parse(content));
  };
  return {
    async deliver(mail, from) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      count += 1;
      const id = `${Date.now().toString().padStart(15, '0')}-${process.pid}-${String(count).padStart(6, '0')}`;
      const message: MailboxMessage = { id, sentAt: new Date().toISOString(), from, ...mail };
      // Written aside and renamed: a reader never sees half a message.
      await writeFile(join(folder, `${id}.part`), JSON.stringify(message), { mode: 0o600 });
      await rename(join(folder, `${id}.part`), join(folder, `${id}.json`));
      await Promise.all((await names()).slice(maxMessages).map((name) => rm(join(folder, name), { force: true })));
    },
    async list() {
      const messages = await Promise.all((await names()).map(readMessage));
      return messages.filter((message) => message !== null);
    },
    async read(id) {
      return /^[0-9-]{1,80}$/.test(id) ? readMessage(`${id}.json`) : null;
    },
  };
}
