import '@newline/api/graphql/graphile-mode';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { zip } from '@newline/api/features/book-export/zip';
import { StartError } from '@newline/db/start-error';
import { withClient } from '@newline/db/with-client';
import type { CommandContext } from './command.ts';
import { withImportExport } from './folder-service.ts';
import { withDatabase } from './with-database.ts';

/** Exports an item with the permissions of its first author. */
export function runExport({ operands: [permalink = '', path = ''], print, tell }: CommandContext): Promise<number> {
  return withDatabase(tell, async (database, env) => {
    const isArchive = path.toLowerCase().endsWith('.zip');
    if (!isArchive && (await readdir(path).catch(() => [])).length > 0)
      throw new StartError(`${path} is not empty. Choose a new or empty folder, or a file name ending in .zip.`);
    const userId = await authorOf(database.connections.owner, permalink);
    return withImportExport(database, env, async (importExport) => {
      const { files, slug } = await importExport.export({ userId, role: 'learner' }, permalink);
      if (isArchive) {
        const entries = files.map((file) => ({ ...file, path: `${slug}/${file.path}`, isPacked: !file.path.endsWith('.webp') }));
        await writeFile(path, zip(entries, new Date()));
      } else
        for (const file of files) {
          await mkdir(dirname(join(path, file.path)), { recursive: true });
          await writeFile(join(path, file.path), file.bytes);
        }
      print(`Wrote ${files.length} files to ${path}.`);
      return 0;
    });
  });
}

/**
 * Returns the author as whom to export. Users of the command line may read everything, but the database functions require an author of the
 * item or an administrator.
 */
async function authorOf(connection: Parameters<typeof withClient>[0], permalink: string): Promise<string> {
  const path = permalink.startsWith('/') ? permalink : `/${permalink}`;
  const { rows } = await withClient(connection, (client) =>
    client.query<{ id: string }>(
      `select c.user_id as id from app_public.contributions c left join app_public.courses k on k.id = c.course_id left join app_public.books b on b.id = c.book_id
       where $1 in (k.permalink, '/courses/' || k.slug, b.permalink, '/books/' || b.slug) order by c.title, c.position limit 1`,
      [path],
    ),
  );
  const [author] = rows;
  if (!author) throw new StartError(`There is no course or book with an author at ${path}.`);
  return author.id;
}
