import { createHash } from 'node:crypto';
import type { Ground, Running } from '../../feature.ts';
import { purgeCdn, purgeSchema } from './purge-cdn.ts';

/** Name of the job that tells the CDN which pages changed. */
const purgeTask = 'purge_cdn';
/** Changes that were announced together are one request, and processes that heard the same one add one job. */
const waitMs = 1_000;

/** Starts to tell the CDN about changes; a site without one does nothing. */
export function startCdn({ env, outbound, jobs, log, tags }: Ground): Running {
  const settings = env.cdn ?? null;
  if (settings === null) return { tasks: () => ({ [purgeTask]: async () => undefined }) };
  const stop = tags.onTagsChanged((changed) => {
    const names = changed === null || changed.includes('*') ? null : [...new Set(changed.map((tag) => tag.replace(/^!/, '')))].toSorted();
    if (names?.length === 0) return;
    const key = `${purgeTask} ${createHash('sha256').update(JSON.stringify(names)).digest('base64url')}`;
    jobs
      .add(purgeTask, { tags: names }, { key, afterMs: waitMs })
      .catch((error: unknown) => log.warn({ err: error }, 'cdn: a change could not be queued; the CDN renews its pages after a minute'));
  });
  return {
    tasks: () => ({ [purgeTask]: (payload) => purgeCdn(purgeSchema.parse(payload).tags, { settings, outbound }) }),
    close: stop,
  };
}
