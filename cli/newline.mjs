#!/usr/bin/env node
// Runs the command line on Node 24, whatever Node is installed.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithParent, isNode24, runOnNode24 } from '../bin/run-on-node-24.mjs';

const folder = dirname(fileURLToPath(import.meta.url));
if (isNode24()) {
  endWithParent();
  await import('./src/main.ts');
} else {
  runOnNode24(dirname(folder), join(folder, 'newline.mjs'), process.argv.slice(2));
}
