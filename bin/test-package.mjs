// `npm run test:package`: builds the image of the Dockerfile without an image registry, from Debian's packages, and starts it as a container
// runtime would. It needs root on Debian. Its last line is `N passed, N failed`.
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDebian, mayInstallDebian } from './install-debian.mjs';
import { createBaseImages } from './testing/package/base-images.mjs';
import { buildah, output } from './testing/package/buildah.mjs';
import { checkImage } from './testing/package/check-image.mjs';
import { endWithParent, isNode24, runOnNode24 } from './run-on-node-24.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const store = join(root, 'node_modules', '.cache', 'newline-package');
const image = 'localhost/newline:test';
/** The one of compose.yaml, without PostgreSQL. */
const siteImage = 'localhost/newline:site';
const tell = (line) => process.stderr.write(`${line}\n`);
/** The program that a Debian package is needed for. */
const programs = { buildah: 'buildah', mmdebstrap: 'mmdebstrap', iproute2: 'ip' };

if (isNode24()) await test();
else runOnNode24(root, fileURLToPath(import.meta.url), process.argv.slice(2));

async function test() {
  endWithParent();
  if (!mayInstallDebian()) {
    tell('This test needs root on Debian: it builds the image from its packages, and starts it in a root folder of its own.');
    process.exit(1);
  }
  for (const [name, program] of Object.entries(programs))
    if (!isFound(program) && !installDebian(name, tell)) throw new Error(`${name} could not be installed.`);
  mkdirSync(store, { recursive: true });
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const names = [...new Set([...dockerfile.matchAll(/^FROM (\S+\/\S+)/gm)].map(([, name]) => name))];
  createBaseImages({ root, store, names, tell });
  // buildah reads the Dockerfile itself, so this can't test other steps than the ones that people build.
  const options = ['--isolation', 'chroot', '--network', 'host', '--pull-never', '--layers', '--format', 'docker'];
  output(buildah(store), ['build', ...options, '--tag', image, root], { isShown: true });
  output(buildah(store), ['build', ...options, '--tag', siteImage, '--target', 'site', root], { isShown: true });
  const { passed, failed } = await checkImage({ store, image, siteImage, tell });
  tell(`\n${[image, siteImage].map(sizes).join('\n')}`);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exit(failed === 0 ? 0 : 1);
}

function isFound(program) {
  try {
    return output('which', [program]) !== '';
  } catch {
    return false;
  }
}

/** Returns the size of an image on disk, and the size of a download. */
function sizes(image) {
  const archive = join(store, 'image.tar');
  rmSync(archive, { force: true });
  output(buildah(store), ['push', '--quiet', image, `oci-archive:${archive}`]);
  const [{ Size: size = 0 } = {}] = [JSON.parse(output(buildah(store), ['images', '--json', image]))]
    .flat()
    .map((each) => ({ Size: each.size }));
  const compressed = statSync(archive).size;
  rmSync(archive);
  return `${image} has ${size}, and is downloaded as ${Math.round(compressed / 1e6)} MB.`;
}
