import { join } from 'node:path';
import { type ChildServer, startChildServer } from './child-server.ts';
import { projectRoot } from './project-root.ts';
import type { Site } from './site.ts';

/** The floors, by their answers; bench/README.md names them by letter. */
export type FloorKind = 'html' | 'react' | 'page' | 'catalog' | 'clips' | 'like';

const PORT = 3640;

/** The URL of a running floor. */
export const floorUrl = `http://127.0.0.1:${PORT}/`;

/**
 * Starts a floor on its port. `settings` are its FLOOR_* variables, besides the database and the user it reads for; `page` as in
 * startChildServer.
 */
export function startFloor(
  kind: FloorKind,
  site: Site,
  settings: Readonly<Record<string, string>> = {},
  page?: string,
): Promise<ChildServer> {
  const env = {
    NODE_ENV: 'production',
    FLOOR_OWNER_URL: site.connections.owner.connectionString,
    FLOOR_APP_URL: site.connections.app.connectionString,
    FLOOR_USER_ID: site.learner.id,
    ...settings,
  };
  return startChildServer(process.execPath, [join(projectRoot, 'bench/src/floor-server.ts'), kind, String(PORT)], env, page);
}

/** Runs `work` while a floor is available at `floorUrl`. */
export async function withFloor<Result>(
  kind: FloorKind,
  site: Site,
  settings: Readonly<Record<string, string>>,
  work: () => Promise<Result>,
): Promise<Result> {
  const server = await startFloor(kind, site, settings);
  try {
    return await work();
  } finally {
    await server.stop();
  }
}
