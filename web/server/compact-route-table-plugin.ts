import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { Plugin } from 'vite';
import { withPlainRootStylesheets } from './root-stylesheets.ts';

/** A route of React Router's browser manifest. */
interface ManifestRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: true;
  module: string;
  imports: string[];
  css: string[];
  [flag: string]: unknown;
}

export interface RouteManifest {
  entry: { module: string; imports: string[]; css: string[] };
  routes: Record<string, ManifestRoute>;
  url: string;
  version: string;
}

const start = 'window.__reactRouterManifest=';

/** The flags of a route, in the order of their bits. */
const flags = [
  'hasAction',
  'hasLoader',
  'hasClientAction',
  'hasClientLoader',
  'hasClientMiddleware',
  'hasDefaultExport',
  'hasErrorBoundary',
] as const;

/**
 * Routes that no link prefetches. The router reads the scripts that a route imports only for that, and they would be a tenth of the table,
 * which visitors load, too.
 */
const neverPrefetched =
  /^routes\/(?:admin|studio|account|certificate|checkout|gift|invitation|library-offline|notes|notifications|paths|receipt|reset-password|second-step|team|verify)/;

/** A file is written as one character from # to ~, or as two of them; so many of the first characters begin a pair. */
const pairs = 26;
const digits = Array.from({ length: 92 }, (_, position) => String.fromCharCode(35 + position))
  .filter((digit) => digit !== '\\')
  .join('');

/**
 * A Vite plugin that compacts the browser's table of routes, which every page loads: each file name is written once, and as one or two
 * characters wherever a route needs it. In the browser the script restores what React Router wrote, without the routes of files, and
 * without what only prefetching of pages for signed-in users would need.
 */
export function compactRouteTable(): Plugin {
  return {
    name: 'newline-compact-route-table',
    apply: 'build',
    buildApp: {
      order: 'post',
      handler: async (builder) => {
        const folder = join(builder.config.root, 'build/client/assets');
        const tables = (await readdir(folder)).filter((name) => /^manifest-\w+\.js$/.test(name));
        await Promise.all(
          tables.map(async (name) => {
            const path = join(folder, name);
            await writeFile(path, compactScript(await readFile(path, 'utf8')));
          }),
        );
      },
    },
  };
}

/** Rewrites the script of a table of routes. Throws if the router writes it in another form than expected. */
export function compactScript(script: string): string {
  if (!script.startsWith(start))
    throw new Error(`The table of routes should start with "${start}", not with "${script.slice(0, start.length)}".`);
  const manifest = withPagesOnly(JSON.parse(script.slice(start.length).replace(/;$/, '')) as RouteManifest);
  const compact = `${start}${writeManifest(manifest)};`;
  const restored: unknown = runInNewContext(`let window = {}; ${compact} window.__reactRouterManifest`);
  if (JSON.stringify(sorted(restored)) !== JSON.stringify(sorted(manifest)))
    throw new Error('The compact table of routes is not what the router wrote: compact-route-table-plugin.ts has to follow it.');
  return compact;
}

/** Leaves out the routes of files, such as feeds, because client-side navigation never uses them. */
function withPagesOnly(manifest: RouteManifest): RouteManifest {
  const pages = Object.entries(manifest.routes).filter(
    ([, route]) => route['hasDefaultExport'] === true || route['hasErrorBoundary'] === true,
  );
  const withoutPrefetching = pages.map(([id, route]) => [id, neverPrefetched.test(id) ? { ...route, imports: [] } : route] as const);
  return { ...manifest, routes: withPlainRootStylesheets(Object.fromEntries(withoutPrefetching)) };
}

function writeManifest({ entry, routes, url, version }: RouteManifest): string {
  const rows = Object.values(routes);
  const files = byFrequency([entry, ...rows].flatMap(({ imports, css }) => [...imports, ...css]));
  const positions = new Map(files.map((file, position) => [file, position]));
  const write = (names: readonly string[]) => names.map((name) => writePosition(positions.get(name) ?? 0)).join('');
  const cells = ({ module, imports, css }: RouteManifest['entry']) => [shorten(module), write(imports), write(css)];
  const table = rows.map((route) => {
    const bits = flags.reduce((sum, flag, bit) => sum + (route[flag] === true ? 2 ** bit : 0), 0);
    const id = route.id.replace(/^routes\//, '/');
    const path = route.path === undefined || route.path === id.slice(1) ? '' : route.path || '.';
    const parent = route.parentId === 'root' ? '' : (route.parentId ?? '.');
    const kind = route.index ? 'i' : route.path === undefined ? '.' : '';
    return [...cells(route), bits.toString(36), id, path, parent, kind].join(' ').trimEnd();
  });
  const values = [files.map(shorten).join(' '), [cells(entry).join(' '), ...table].join('!')].map((value) => JSON.stringify(value));
  return `(${reader})(${values.join()},${JSON.stringify(url)},${JSON.stringify(version)})`;
}

/** Shortens `/assets/a1.js` to `a1`. */
function shorten(file: string): string {
  if (!/^\/assets\/[\w-]+\.\w+#?$/.test(file)) throw new Error(`A file of the table of routes should be in /assets, unlike ${file}`);
  return file.slice('/assets/'.length).replace(/\.js$/, '');
}

/** Sorts by frequency, the most frequent first. */
function byFrequency(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([name]) => name);
}

function writePosition(position: number): string {
  const singles = digits.length - pairs;
  if (position < singles) return digits[pairs + position] ?? '';
  const rest = position - singles;
  if (rest >= pairs * digits.length) throw new Error(`The table of routes has room for ${singles + pairs * digits.length} files.`);
  return `${digits[Math.floor(rest / digits.length)]}${digits[rest % digits.length]}`;
}

/** Runs in the browser: restores the table from the names of its files and its rows. */
const reader = `(f,t,url,version)=>{
let a=n=>'/assets/'+n+(/\\./.test(n)?'':'.js'),
n=f.split(' ').map(a),
c=s=>(s=s.charCodeAt())-35-(s>92),
r=s=>(s.match(/[#-${digits[pairs - 1]}].|./g)||[]).map(s=>n[s[1]?${digits.length - pairs}+c(s)*${digits.length}+c(s[1]):c(s)-${pairs}]),
[entry,...o]=t.split('!').map(x=>{
let [m,i='',s='',b,id,path,p,k]=x.split(' '),q={module:a(m),imports:r(i),css:r(s)};
if(id){
q.id=id.replace(/^\\//,'routes/');
if(p!='.')q.parentId=p||'root';
if(k=='i')q.index=!0;
if(!k)q.path=path=='.'?'':path||id.slice(1);
'${flags.map((flag) => flag.slice(3)).join()}'.split(',').map((k,j)=>q['has'+k]=!!(parseInt(b,36)>>j&1))
}
return q});
return{entry,routes:Object.fromEntries(o.map(q=>[q.id,q])),url,version}}`.replaceAll('\n', '');

/** Returns the value with the keys of its objects sorted. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
}
