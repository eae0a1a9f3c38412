import { askOffer, askReader } from './ask-offline.ts';
import { keepTitle, readOfflineFiles } from './keep-title.ts';
import type { OfferedVideo } from './keep-video.ts';
import { listOffline, type OfflineTitle, readContact, recordContact, removeAllOffline, removeOffline } from './offline-titles.ts';

/** How long an answer of the site counts, in milliseconds. */
const checkEveryMs = 5 * 60 * 1000;

/** The check that is running in this page or worker. */
let running: Promise<void> | null = null;

/**
 * Asks the site what may still be kept in this browser, and removes the rest: everything that belongs to another user, everything of a
 * reader who has signed out, and titles and lessons that they have lost access to. Titles with newer texts are loaded again. When the site
 * can't tell, nothing changes.
 *
 * @param isForced asks even if the last answer is recent
 */
export async function checkOffline({ isForced = false }: { isForced?: boolean } = {}): Promise<void> {
  const contact = await readContact();
  const age = contact === null ? Number.POSITIVE_INFINITY : Date.now() - contact.at;
  if (!isForced && age >= 0 && age < checkEveryMs) return;
  if (contact === null && (await listOffline()).length === 0) return;
  running ??= check()
    .catch((error: unknown) => console.warn('What is kept offline couldn’t be checked.', error))
    .finally(() => {
      running = null;
    });
  await running;
}

async function check(): Promise<void> {
  const reader = await askReader();
  if (reader === null) return removeAllOffline();
  for (const title of await listOffline()) if (title.userId !== reader) await removeOffline(title);
  await recordContact(reader);
  const { release } = await readOfflineFiles();
  if (release === null) return removeAllOffline();
  for (const title of await listOffline(reader)) {
    const offer = await askOffer(title);
    if (offer.userId !== reader) return removeAllOffline();
    if (offer.title === null) await removeOffline(title);
    else if (title.isComplete && (title.release !== release || isOlder(title, offer.title.pages) || hasEndedVideos(title, offer.videos)))
      await keepTitle(title);
  }
}

/** True if the author doesn't allow anymore that the title's videos are kept. */
function hasEndedVideos({ hasVideos = false }: OfflineTitle, videos: readonly OfferedVideo[]): boolean {
  return hasVideos && videos.length === 0;
}

/** True if the site has other pages, or newer texts, than this browser. */
function isOlder({ pages }: OfflineTitle, current: OfflineTitle['pages']): boolean {
  const versions = new Map(pages.map(({ path, version }) => [path, version]));
  return pages.length !== current.length || current.some(({ path, version }) => versions.get(path) !== version);
}
