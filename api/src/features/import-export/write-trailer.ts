import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { refusalIn } from '../../errors/error-codes.ts';
import type { ViewerClient } from './as-viewer.ts';
import type { ImportMessages } from './import-plan.ts';
import type { ItemRow } from './import-target.ts';

/**
 * Runs statements that the database may refuse, in a savepoint: a refusal undoes them, and the transaction continues.
 * @returns the message of the refusal, or null if they succeeded
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

/**
 * Sets the trailer of a plan if the video exists here and the user may use it; otherwise the item keeps its own, and a message reports it.
 */
export async function writeTrailer(
  client: ViewerClient,
  { kind, id }: ItemRow,
  address: string | null,
  { messages, mediaRoots }: { readonly messages: ImportMessages; readonly mediaRoots: readonly string[] },
): Promise<void> {
  const tell = (reason: string) => messages.add('manifest.json', null, `details.heroVideoUrl is left out: ${reason}`, 'lost');
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

/** Whether this site has a video: an uploaded one, one that plays here, or a file of the demo. */
async function isHere(client: ViewerClient, address: string, mediaRoots: readonly string[]): Promise<boolean> {
  const [existing] = await client.rows(
    `select from app_public.videos v where v.video_url = $1 and v.status = 'READY' union all select where app_private.is_public_video($1)`,
    [address],
  );
  const [, id] = /^local:([A-Za-z0-9_-]{4,64})$/u.exec(address) ?? [];
  if (existing || id === undefined) return existing !== undefined;
  const results = await Promise.allSettled(mediaRoots.map((root) => access(join(root, 'videos', id, 'master.m3u8'))));
  return results.some(({ status }) => status === 'fulfilled');
}
