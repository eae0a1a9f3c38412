import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

/** Files that no browser test depends on. */
const unseen = /^(?:bench|bin|cli|docs)\/|(?:^|\/)tests\/|\.md$|^(?:LICENSE|vitest\.config\.ts|quarantine\.json|\.)/;

/** Folders that the requirements with these names test. Files in none of them can affect any browser test. */
const areas = [
  [/^editor\//, 'EDIT|DISC|STUDIO'],
  [/\/(?:account|accounts|authors|login|people|profile|sign-in)\//, 'AUTH'],
  [/\/(?:admin|administration|moderation)\//, 'ADMIN|DISC'],
  [/\/(?:annotations|discussions|inbox|mail|notifications)\//, 'DISC|AUTH'],
  [/\/(?:clips|learning-space|media|player|videos)\//, 'CLIP|CARO|STUDY|STUDIO'],
  [/\/(?:catalog|explore|search)\//, 'EXPL|SEARCH|HOME|LIB'],
  [/\/(?:home|newsletter)\//, 'HOME|SITE|CARO'],
  [/\/(?:billing|demo-dashboard|item|items|lessons|library|paywall|plans|reviews)\//, 'BOOK|DEMO|LIB|PAY|REV|STUDY'],
  [/\/(?:articles|documents|embeds|reader|remote-code|rendering|repositories|texts)\//, 'BOOK|DOC|EDIT|STUDY'],
  [
    /\/(?:attachments|book-export|analytics|import-export|studio|studio-import-export|studio-items|upload|video-field|write-with-us|writing)\//,
    'STUDIO|EDIT|DOC',
  ],
];

/**
 * Returns the files that differ from the last commit of main, including untracked ones.
 *
 * @param {string} root the project's folder
 * @returns {{ base: string, files: string[] }} paths from the root, with slashes
 */
export function changedFiles(root) {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const base = ['main', 'origin/main'].find((ref) => git('rev-parse', '--verify', '--quiet', ref).status === 0) ?? 'HEAD';
  const lines = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')].map(({ status, stdout, stderr }) => {
    if (status !== 0) throw new Error(`--changed: expected git to tell what changed, it said: ${stderr.trim()}`);
    return stdout.split('\n').filter(Boolean);
  });
  return { base, files: lines.flat() };
}

/**
 * Returns the browser specs that a change can affect: those that changed or import what changed, and those with a tag of a changed folder.
 *
 * @param {readonly string[]} files paths from the root
 * @param {ReadonlyMap<string, { text: string, imports: ReadonlySet<string> }>} specs as `readSpecs` gives them
 * @returns {string[]} paths from the root, in the order of `specs`
 */
export function touchedSpecs(files, specs) {
  const visible = files.filter((file) => !file.startsWith('e2e/') && !unseen.test(file));
  const tags = new Set(visible.flatMap((file) => areas.find(([area]) => area.test(file))?.[1].split('|') ?? ['[A-Z]+']));
  const tagged = tags.size === 0 ? null : new RegExp(`@(?:${[...tags].join('|')})-\\d`);
  return [...specs].flatMap(([spec, { text, imports }]) =>
    files.some((file) => imports.has(file) || file === 'e2e/playwright.config.ts') || tagged?.test(text) ? [spec] : [],
  );
}

/**
 * Reads all browser specs, with their text and all files of e2e/ that they import, including themselves.
 *
 * @param {string} root
 */
export function readSpecs(root) {
  const e2e = join(root, 'e2e');
  return new Map(
    readdirSync(e2e)
      .filter((name) => name.endsWith('.spec.ts'))
      .map((name) => [`e2e/${name}`, { text: readFileSync(join(e2e, name), 'utf8'), imports: importsOf(root, join(e2e, name)) }]),
  );
}

function importsOf(root, file, visited = new Set()) {
  const path = relative(root, file).replaceAll('\\', '/');
  if (visited.has(path) || !path.startsWith('e2e/')) return visited;
  visited.add(path);
  // The configuration imports what starts the shared site, so it's part of every spec.
  if (basename(file).endsWith('.spec.ts')) importsOf(root, join(root, 'e2e/support/global-setup.ts'), visited);
  for (const [, source] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+\.ts)'/g))
    importsOf(root, resolve(dirname(file), source), visited);
  return visited;
}
