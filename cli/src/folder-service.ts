import { createAttachments } from '@newline/api/features/attachments/attachments';
import { createImportExport, type ImportExport } from '@newline/api/features/import-export/create-import-export';
import { FolderError } from '@newline/api/features/import-export/folder';
import { createVideoCaptions } from '@newline/api/features/videos/video-captions';
import { openStoredVideos, openVideoFiles } from '@newline/api/features/videos/open-video-files';
import { refusalIn } from '@newline/api/errors/error-codes';
import type { Env } from '@newline/api/env';
import { createLog } from '@newline/api/log';
import { createOutbound } from '@newline/api/outbound';
import type { Viewer } from '@newline/api/viewer';
import { createPool } from '@newline/db/create-pool';
import { mediaFolder } from '@newline/db/demo/read-content';
import type { StartedDatabase } from '@newline/db/start-database';
import { StartError } from '@newline/db/start-error';
import { withClient } from '@newline/db/with-client';
import { join } from 'node:path';

/** Runs `work` with imports and exports of the site. Problems that a user can fix become StartErrors. */
export async function withImportExport<Result>(
  { connections }: StartedDatabase,
  env: Env,
  work: (importExport: ImportExport) => Promise<Result>,
): Promise<Result> {
  const log = createLog('silent');
  const pool = createPool(connections.direct, {
    max: 4,
    statementTimeoutMs: 0,
    applicationName: 'newline command',
    onError: () => undefined,
  });
  const outbound = createOutbound({ env, log });
  const attachments = createAttachments({ pool, dataDir: env.dataDir, storage: env.storage, outbound, log });
  const mediaRoots = [join(env.dataDir, 'media'), mediaFolder];
  const captions = createVideoCaptions({ pool, files: openVideoFiles(env) });
  const importExport = createImportExport({
    pool,
    attachments,
    captions,
    textReader: null,
    siteOrigin: new URL(env.publicUrl).origin,
    mediaRoots,
    storedVideos: openStoredVideos(env.storage),
  });
  try {
    return await work(importExport);
  } catch (error) {
    const message = error instanceof FolderError ? error.message : refusalIn(error)?.message;
    throw message === undefined ? error : new StartError(message);
  } finally {
    await importExport.close();
    await attachments.close();
    await outbound.close();
    await pool.end();
  }
}

/** Returns a user of this site by username, with their role. */
export async function viewerNamed({ connections }: StartedDatabase, username: string): Promise<Viewer> {
  const { rows } = await withClient(connections.owner, (client) =>
    client.query<{ id: string; isAdmin: boolean }>('select id, is_admin as "isAdmin" from app_public.users where username = $1', [
      username.replace(/^@/u, '').toLowerCase(),
    ]),
  );
  const [user] = rows;
  if (!user) throw new StartError(`There is no user named ${username}.`);
  return { userId: user.id, role: user.isAdmin ? 'admin' : 'learner' };
}
