// The entry point of `npm start` and `npm run dev`; with `-- --empty` a new site has no demo. Plain JavaScript, because it may be run by
// any Node from 20 on and before anything is installed.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { builtServer, ensureBuild, hasSources, readBuildStamp, stampSources } from './ensure-build.mjs';
import { ensurePackages } from './ensure-packages.mjs';
import { nodeOptions, restartWithOptions } from './heap-size.mjs';
import { createPrintLine } from './print-line.mjs';
import { endWithParent, isNode24, runOnNode24 } from './run-on-node-24.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isDevelopment = process.argv.includes('--dev');
const isEmpty = process.argv.includes('--empty');
const tell = createPrintLine(process.stderr, () => process.env);

// Node 20.11 and older can't read the file; it's read by the packaged Node then.
if (existsSync(join(root, '.env'))) process.loadEnvFile?.(join(root, '.env'));

const script = fileURLToPath(import.meta.url);
// An image contains the built site with its packages, and no sources to build it from.
const isPackaged = !hasSources(root);

if (!isPackaged && !ensurePackages(root, tell)) process.exit(1);
if (isNode24()) {
  if (!isDevelopment) restartWithOptions(script);
  await start();
} else runOnNode24(root, script, process.argv.slice(2), isDevelopment ? [] : nodeOptions());

async function start() {
  endWithParent();
  // On another thread, freeing the memory of compilation waits while two CPUs are busy: 40 MB that are never released.
  setFlagsFromString('--no-maglev-destroy-on-background');
  if (isEmpty) process.env.DEMO = 'off';
  const sources = isDevelopment ? null : isPackaged ? readBuildStamp(root) : stampSources(root);
  if (sources !== null && !isPackaged && !ensureBuild(root, tell, sources)) process.exit(1);
  process.env.NODE_ENV ??= isDevelopment ? 'development' : 'production';
  if (isDevelopment) {
    const { enableCompileCache } = await import('node:module');
    enableCompileCache(join(root, 'node_modules', '.cache', 'newline'));
  }
  try {
    const { startServer } = await import(pathToFileURL(join(root, isDevelopment ? 'web/server.ts' : builtServer)).href);
    await startServer({ dev: isDevelopment, sources, isEmpty });
  } catch (error) {
    tell(explain(error), 'error');
    process.exit(1);
  }
}

/** Returns the message for the person who starts the site, or the whole error if it's a bug. */
function explain(error) {
  if (error?.name === 'StartError') return error.message;
  if (error?.code === 'EADDRINUSE') return `Port ${error.port} is used by another program. Stop that program, or set PORT to a free port.`;
  if (error?.code === 'EACCES' && error.syscall === 'listen')
    return `This user may not open port ${error.port}. Set PORT to a port above 1023.`;
  return error?.stack ?? String(error);
}
