import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const demoMedia = fileURLToPath(new URL('../../../../db/demo/media', import.meta.url));

/** Returns the folders behind `/media/`: the site's stored files, and the files of the demo. */
export function mediaRootsOf(dataDir: string): readonly string[] {
  return [join(dataDir, 'media'), demoMedia];
}
