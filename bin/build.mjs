// `npm run build`: installs the packages and builds the site as a start does, for an image, or for an account that may not write to the
// project's folder.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from './ensure-build.mjs';
import { ensurePackages } from './ensure-packages.mjs';
import { isNode24, runOnNode24 } from './run-on-node-24.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tell = (line) => process.stderr.write(`${line}\n`);

if (!ensurePackages(root, tell)) process.exit(1);
if (!isNode24()) runOnNode24(root, fileURLToPath(import.meta.url), process.argv.slice(2));
else if (!ensureBuild(root, tell)) process.exit(1);
