import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { refusalIn } from '../../errors/error-codes.ts';
import type { ViewerClient } from './as-viewer.ts';
import type { Notifications } from './import-plan.ts';
import type { ItemRow } from './import-target.ts';

/**
 * Runs statements that the database may refuse; then they have changed nothing, and the transaction goes on.
 *
 * @returns the words of the refusal, or null when they were run
 */
export async function refusalOf(client: ViewerClient, run: () => Promise<unknown>): Promise<string | null> {
  await client.rows('savepoint optional');
  try {
    await run();
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal === null) throw error;
    await client.rows('rollback to savepoint optional');
    return refusal.message;
  }
  await client.rows('release savepoint optional');
  return null;
}

/** Plays the trailer that a plan names, if it is here and the importer may use it; else the item keeps its own, and the report says so. */
export async function writeTrailer(
  client: ViewerClient,
  { kind, id }: ItemRow,
  address: string | null,
  { messages, mediaRoots }: { readonly messages: Notifications; readonly mediaRoots: readonly string[] },
): Promise<void> {
  const tell = (reason: string) => messages.add('manifest.json', null, `details.heroVideoUrl is left out: ${reason}`);
  if (address?.startsWith('local:') === true && !(await isHere(client, address, mediaRoots)))
    return tell(`the video ${address} is not in the folder. Choose it in the studio.`);
  const refusal = await refusalOf(client, () =>
    client.rows('select app_private.update_item($1, $2, $3)', [
      ...(kind === 'course' ? [id, null] : [null, id]),
      JSON.stringify({ hero_video_url: address }),
    ]),
  );
  if (refusal !== null) tell(`the video ${String(address)} belongs to someone else. Choose one of your own in the studio.`);
}

/** True for a video that this site has: one that was uploaded here, one that is played here, or one of the demo's files. */
async function isHere(client: ViewerClient, address: string, mediaRoots: readonly string[]): Promise<boolean> {
  const [known] = await client.rows(
    `select from app_public.videos v where v.video_url = $1 and v.status = 'READY' union all select where app_private.is_public_video($1)`,
    [address],
  );
  const [, id] = /^local:([A-Za-z0-9_-]{4,64})$/u.exec(address) ?? [];
  if (known || id === undefined) return known !== undefined;
  const found = await Promise.allSettled(mediaRoots.map((root) => access(join(root, 'videos', id, 'master.m3u8'))));
  return found.some(({ status }) => status === 'fulfilled');
}
