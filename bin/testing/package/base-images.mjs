import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packagedNode } from '../../run-on-node-24.mjs';
import { buildah, output } from './buildah.mjs';

/**
 * Creates the images that the Dockerfile starts from out of Debian's packages, because a test machine may not reach an image registry.
 * They contain what the published ones contain: Debian, and Node with npm.
 *
 * @param {{ root: string, store: string, names: readonly string[], tell: (line: string) => void }} options `names` as in the Dockerfile
 */
export function createBaseImages({ root, store, names, tell }) {
  const existing = output(buildah(store), ['images', '--format', '{{.Name}}:{{.Tag}}']).split('\n');
  for (const name of names) {
    const [, program, suite] = /^docker\.io\/library\/(debian|node):(?:\d+-)?([a-z]+)-slim$/.exec(name) ?? [];
    if (program === undefined)
      throw new Error(`The Dockerfile starts from ${name}; this test only knows how to create debian:…-slim and node:…-slim.`);
    if (existing.includes(name) && existsSync(archiveOf(store, suite))) continue;
    tell(`Creating ${name} from Debian's packages`);
    const debian = installDebianSystem(store, suite);
    createImage(store, name, debian, program === 'node' ? (folder) => addNode(root, folder) : () => []);
  }
}

/** Perl, without the part that every Debian has. */
const perl = ['perl', 'perl-modules-5.36', 'libperl5.36', 'libgdbm6', 'libnumber-compare-perl', 'libtext-glob-perl'];

/** The path of the archive of a Debian system. Images without it are from a former version of this file. */
function archiveOf(store, suite) {
  return join(store, `${suite}-with-sources.tar`);
}

/** Returns the archive of a minimal Debian system, without documentation and translations. */
function installDebianSystem(store, suite) {
  const archive = archiveOf(store, suite);
  if (existsSync(archive)) return archive;
  const without = ['doc', 'info', 'locale', 'man'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
  output('mmdebstrap', [
    '--quiet',
    '--variant=minbase',
    // The published image doesn't have what these bring.
    '--include=usr-is-merged',
    `--customize-hook=chroot "$1" apt-get purge --yes --auto-remove usrmerge ${perl.join(' ')}`,
    ...without,
    '--customize-hook=rm -rf $1/var/lib/apt/lists/* $1/var/cache/apt/*.bin',
    suite,
    `${archive}.unfinished.tar`,
  ]);
  renameSync(`${archive}.unfinished.tar`, archive);
  return archive;
}

function createImage(store, name, archive, change) {
  const container = output(buildah(store), ['from', 'scratch']);
  output(buildah(store), ['add', '--quiet', container, archive, '/']);
  const folder = output(buildah(store), ['mount', container]);
  useSourcesFile(folder);
  const variables = ['PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', ...change(folder)].flatMap((variable) => ['--env', variable]);
  output(buildah(store), ['umount', container]);
  output(buildah(store), ['config', '--cmd', '/bin/bash', ...variables, container]);
  output(buildah(store), ['commit', '--quiet', '--rm', container, name]);
}

/** Writes the sources of packages in the file and the format that the published images have. */
function useSourcesFile(folder) {
  const list = join(folder, 'etc/apt/sources.list');
  const lines = [...readFileSync(list, 'utf8').matchAll(/^deb (?:\[[^\]]*\] )?(\S+) (\S+) (.+)$/gm)];
  const sources = lines.map(([, url, suite, components]) => `Types: deb\nURIs: ${url}\nSuites: ${suite}\nComponents: ${components}\n`);
  writeFileSync(join(folder, 'etc/apt/sources.list.d/debian.sources'), sources.join('\n'));
  rmSync(list);
}

/**
 * Adds Node and npm, and this machine's way to the npm registry: settings and certificates, which no later stage copies. Returns variables
 * of the environment.
 */
function addNode(root, folder) {
  const node = packagedNode(root) ?? process.execPath;
  const npm = dirname(dirname(realpathSync(process.env.npm_execpath ?? output('which', ['npm']))));
  copyFileSync(node, join(folder, 'usr/local/bin/node'));
  cpSync(npm, join(folder, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true });
  for (const name of ['npm', 'npx'])
    spawnSync('ln', ['-s', `../lib/node_modules/npm/bin/${name}-cli.js`, join(folder, 'usr/local/bin', name)]);
  const settings = output('npm', ['config', 'get', 'userconfig']);
  const certificates = process.env.NODE_EXTRA_CA_CERTS ?? '/etc/ssl/certs/ca-certificates.crt';
  for (const file of [settings, certificates].filter((each) => existsSync(each))) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    copyFileSync(file, join(folder, file));
  }
  return existsSync(certificates) ? [`NODE_EXTRA_CA_CERTS=${certificates}`] : [];
}
