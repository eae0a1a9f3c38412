import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyFolder, prepareSite, type SiteProcess } from './site-process.ts';
import { openSiteRows } from './site-rows.ts';

/**
 * Starts the site that the journeys share, and returns a function that stops it. A first start takes half a minute, most of it for the demo
 * and its renderings; the sites of single specs start from a copy of its files.
 */
export default async function startSharedSite(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'newline-e2e-'));
  process.env.E2E_EDITOR_HARNESS = join(folder, 'editor-harness');
  process.env.E2E_SITE_LOGS = join(folder, 'logs');
  await mkdir(process.env.E2E_SITE_LOGS);
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  if (process.env.E2E_ORIGIN) return removeFolder;
  const site = await prepareSite();
  await site.start();
  await waitUntilRendered(site);
  await site.stop();
  const template = join(folder, 'site');
  await mkdir(template);
  await copyFolder(site.dataDir, template);
  process.env.E2E_SITE_TEMPLATE = template;
  await site.start();
  process.env.E2E_ORIGIN = site.origin;
  process.env.E2E_DATA_DIR = site.dataDir;
  return async () => {
    await site.remove();
    await removeFolder();
  };
}

/** Waits for the job that renders the demo's texts, for which the site's start doesn't wait. */
async function waitUntilRendered(site: SiteProcess): Promise<void> {
  const rows = await openSiteRows(site, 'worker');
  const until = Date.now() + 600_000;
  while ((await rows.run('select id from app_private.undrawn_bodies(1, 1)')).length > 0) {
    if (Date.now() > until) throw new Error('The demo: expected its texts to be drawn within ten minutes, some are not');
    await sleep(200);
  }
  await rows.close();
}
