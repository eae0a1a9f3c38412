import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The runner of readers, as it was built for their browsers. */
export type Runner = {
  /** Hash of everything that it runs, with Python and PostgreSQL. */
  readonly release: string;
  /** The folder of the built files. */
  readonly folder: string;
  /** The URL path of the script that checks exercises. */
  readonly script: string;
};

/** The file that the build writes (web/server/exercise-runner-plugin.ts). */
const schema = z.object({ release: z.string().regex(/^[0-9a-f]{16}$/), script: z.string().startsWith('/assets/') });

/**
 * Returns the runner that was built with the pages.
 *
 * @param builtPages the folder of the build; null during development
 * @returns null if there is none
 */
export async function findRunner(builtPages: string | null): Promise<Runner | null> {
  if (builtPages === null) return null;
  let text: string;
  try {
    text = await readFile(join(builtPages, 'exercise-runner.json'), 'utf8');
  } catch {
    return null;
  }
  return { ...schema.parse(JSON.parse(text)), folder: join(builtPages, 'client') };
}
