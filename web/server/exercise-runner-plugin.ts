import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The script of the page in which the server's browser checks exercises. */
const entry = 'app/shared/runner/check-page.ts';

/**
 * A Vite plugin that builds the script that checks exercises among those of the pages, so that it runs the same runner, and writes
 * exercise-runner.json: where it is, and its release, which is a hash of everything that it loads (api/src/features/exercise-checks).
 */
export function exerciseRunner(): Plugin {
  let script = '';
  return {
    name: 'newline-exercise-runner',
    apply: 'build',
    buildStart() {
      if (this.environment.name !== 'client') return;
      this.emitFile({ type: 'chunk', id: join(this.environment.config.root, entry), name: 'check-page' });
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        if (this.environment.name !== 'client') return;
        const chunk = Object.values(bundle).find((one) => one.type === 'chunk' && one.facadeModuleId?.endsWith(`/${entry}`) === true);
        if (!chunk) throw new Error('newline-exercise-runner: expected a file of the page that checks exercises, got none');
        script = chunk.fileName;
      },
    },
    buildApp: {
      order: 'post',
      handler: async ({ config: { root } }) => {
        const names = [...(await filesFrom(join(root, 'build/client'), script))].toSorted();
        const release = createHash('sha256').update(names.join()).digest('hex').slice(0, 16);
        await writeFile(join(root, 'build/exercise-runner.json'), JSON.stringify({ release, script: `/${script}` }));
      },
    },
  };
}

/** Returns the names of a script and of all files that it mentions, directly or not. They are hashes of their content. */
async function filesFrom(folder: string, first: string): Promise<ReadonlySet<string>> {
  const names = new Set([first]);
  // A set can grow while it's read.
  for (const name of names) {
    if (!name.endsWith('.js')) continue;
    const code = await readFile(join(folder, name), 'utf8').catch(() => '');
    for (const [, match = ''] of code.matchAll(/["'`/]((?:worker-)?[\w-]{6,7}\.(?:js|wasm|zip|data))["'`]/gu)) names.add(`assets/${match}`);
  }
  return names;
}
