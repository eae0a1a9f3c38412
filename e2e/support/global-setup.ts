import { prepareSite } from './site-process.ts';

/** Starts the site that the journeys share, and gives what stops it. */
export default async function startSharedSite(): Promise<() => Promise<void>> {
  if (process.env.E2E_ORIGIN) return async () => undefined;
  const site = await prepareSite();
  await site.start();
  process.env.E2E_ORIGIN = site.origin;
  return () => site.remove();
}
