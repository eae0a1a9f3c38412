/**
 * `npm run check:html [-- http://localhost:3000]`: reads every kind of page as a visitor, a learner, an author and an administrator, and
 * has the W3C's checker validate each. Without a URL, it starts a temporary site with the demo; a running site must have the demo, and its
 * SECRET_KEY must be in the environment. Needs Java and, the first time, the network: npm provides the checker.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type DemoRole, demoPeople } from '@newline/db/demo/people';
import routes from '../web/app/routes.ts';
import { signInAt } from './support/api-client.ts';
import { crawlPages, type SentPage } from './support/crawl-pages.ts';
import { pageKinds } from './support/page-kinds.ts';
import { prepareSite, testSecretKey } from './support/site-process.ts';

/** The Nu Html Checker, and the number of pages of each kind that it checks for each user. */
const checker = 'vnu-jar@26.9.27';
const each = 4;
/** Pages that no link leads to, or that show what the first of their kind don't. */
const unlinked = [
  '/articles/a-style-sheet-of-every-block',
  '/search?q=type',
  '/explore-catalog?category=frontend&pages=2',
  '/checkout?plan=newline-basic-subscription-monthly',
  '/checkout/done',
  '/invitations/no-such-invitation',
  '/verify',
  '/newsletter',
  '/no/such/page',
];

type Message = { type: string; subType?: string; url?: string; lastLine?: number; message: string; extract?: string };

if (spawnSync('java', ['-version'], { stdio: 'ignore' }).status !== 0) {
  console.error('check:html needs Java to run the checker, and there is none; on Debian, `apt install default-jre-headless` brings it.');
  process.exit(1);
}
const siteUrl = process.argv[2] ?? null;
const site = siteUrl === null ? await prepareSite() : null;
try {
  await site?.start();
  process.exitCode = await check(new URL(siteUrl ?? site?.origin ?? '').origin, process.env.SECRET_KEY ?? testSecretKey);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await site?.remove();
}

async function check(origin: string, secretKey: string): Promise<number> {
  const kinds = pageKinds(routes);
  const fixed = kinds.map(({ pattern }) => pattern.replace(/\/:\w+\?/, '')).filter((pattern) => !/[:*]/.test(pattern));
  const from = [...fixed, ...unlinked, ...(await someOfSitemap(origin))];
  const pages = new Map<string, SentPage & { as: string }>();
  const seen = new Set<string>();
  const roles: readonly (DemoRole | 'visitor')[] = ['visitor', 'learner', 'author', 'admin'];
  for (const role of roles) {
    const person = demoPeople(secretKey).find((candidate) => candidate.role === role);
    const cookie = person === undefined ? null : (await signInAt(origin, person)).cookie;
    for (const page of await crawlPages({ origin, kinds, from, cookie, each })) {
      seen.add(page.kind);
      if (page.status >= 500) throw new Error(`${page.address} answers ${page.status} to a ${role}.`);
      // A page that is the same for everyone is checked once.
      if (!pages.has(page.html)) pages.set(page.html, { ...page, as: role });
    }
  }
  const unseen = kinds.filter(({ pattern }) => !seen.has(pattern));
  if (unseen.length > 0) throw new Error(`No page was found of the kind ${unseen.map(({ pattern }) => pattern).join(', ')}.`);
  const errors = await errorsIn([...pages.values()]);
  for (const line of errors) console.log(line);
  console.log(`${pages.size} pages of ${seen.size} kinds, ${errors.length} errors`);
  return errors.length === 0 ? 0 : 1;
}

/** Returns the first URLs of each file of the sitemap. */
async function someOfSitemap(origin: string): Promise<string[]> {
  const pathsIn = async (path: string) => {
    const xml = await (await fetch(origin + path)).text();
    return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  };
  const parts = await Promise.all((await pathsIn('/sitemap.xml')).map(pathsIn));
  return parts.flatMap((paths) => paths.slice(0, each));
}

/** Returns the checker's errors, a line each. */
async function errorsIn(pages: readonly (SentPage & { as: string })[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'newline-html-'));
  try {
    await Promise.all(pages.map(({ html }, index) => writeFile(join(folder, `${index}.html`), html)));
    const run = spawnSync(
      'npm',
      ['exec', '--yes', '--ignore-scripts', `--package=${checker}`, '--', 'vnu', '--format', 'json', '--errors-only', '--stdout', folder],
      { encoding: 'utf8', maxBuffer: 2 ** 28 },
    );
    const report = /^\{.*"messages":.*\}$/m.exec(run.stdout)?.[0];
    if (report === undefined)
      throw new Error(`The checker said nothing that can be read:\n${run.stdout.slice(0, 2000)}${run.stderr.slice(0, 2000)}`);
    const { messages } = JSON.parse(report) as { messages: Message[] };
    return messages.map(({ url = '', lastLine, message, extract = '' }) => {
      const page = pages[Number(basename(url, '.html'))];
      return `${page?.address} (${page?.as}), line ${lastLine}: ${message}\n    ${extract.replace(/\s+/g, ' ')}`;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
