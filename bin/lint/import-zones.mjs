/** The zones of the server's code. */
const api = ['api', 'api/env', 'api/graphql', 'api/features', 'api/lists'];

/**
 * Which package can import which; ARCHITECTURE.md has a summary. The first zone whose `files` match a path is its zone; a file that matches
 * none (tests, browser journeys, benchmarks, configuration) may import anything.
 *
 * `zones` are the other zones it may import, beside itself. `packages` are the npm packages it may import; without the
 * list it may import those of its package.json. `isForBrowser` forbids Node's own modules.
 *
 * @typedef {{ name: string, files: RegExp, zones: readonly string[], packages?: RegExp, isForBrowser?: boolean }} Zone
 * @type {readonly Zone[]}
 */
const zones = [
  { name: 'site.config.ts', files: /^(site|embeds|home|pages|sources)\.config\.ts$/, zones: [], isForBrowser: true },
  {
    name: 'document',
    files: /^document\/src\//,
    zones: [],
    packages: /^(github-slugger|markdown-it|parse5|prosemirror-model)(\/|$)/,
    isForBrowser: true,
  },
  {
    name: 'ui',
    files: /^ui\/src\//,
    zones: [],
    packages: /^(react|react-dom|@base-ui\/react|lucide|@fontsource[\w-]*\/[\w-]+)(\/|$)/,
    isForBrowser: true,
  },
  { name: 'db', files: /^db\/src\//, zones: ['db/demo'], packages: /^(pg|pg-copy-streams|graphile-migrate|graphile-worker)(\/|$)/ },
  { name: 'db/demo', files: /^db\/demo\/src\//, zones: ['db', 'document'] },
  // What counts for the browser and the server alike.
  { name: 'rules', files: /^api\/src\/rules\//, zones: ['site.config.ts'], packages: /^zod(\/|$)/, isForBrowser: true },
  // The lists that name every feature, and what starts from them.
  {
    name: 'api/lists',
    files: /^api\/src\/(?:create-api|features|parser-limits|print-limits|print-schema|request-origin|run-query-worker)\.ts$/,
    zones: [...api, 'rules', 'db', 'document', 'site.config.ts'],
  },
  // The settings of the API, which are those of the features.
  { name: 'api/env', files: /^api\/src\/env\.ts$/, zones: ['api', 'api/features', 'rules', 'db', 'document', 'site.config.ts'] },
  // GraphQL gets the plugins of features from the list; features don't know how GraphQL is served. What both need is in `api`.
  { name: 'api/graphql', files: /^api\/src\/graphql\//, zones: ['api', 'api/env', 'rules', 'db', 'document', 'site.config.ts'] },
  { name: 'api/features', files: /^api\/src\/features\//, zones: ['api', 'api/env', 'rules', 'db', 'document', 'site.config.ts'] },
  { name: 'api', files: /^api\/src\//, zones: ['api/env', 'rules', 'db', 'document', 'site.config.ts'] },
  { name: 'editor', files: /^editor\/src\//, zones: ['document', 'ui', 'rules'], isForBrowser: true },
  { name: 'cli', files: /^cli\/src\//, zones: [...api, 'rules', 'db', 'db/demo', 'document', 'site.config.ts'] },
  // What the routes tell the server about themselves.
  { name: 'public-route.ts', files: /^web\/app\/shared\/public-route\.ts$/, zones: [], isForBrowser: true },
  { name: 'built pages', files: /^web\/build\/server\/index\.js$/, zones: [] },
  {
    name: 'web/server',
    files: /^web\/server(\.ts$|\/)/,
    zones: [...api, 'rules', 'db', 'db/demo', 'document', 'site.config.ts', 'public-route.ts', 'built pages'],
  },
  {
    name: '*.server.ts',
    files: /^web\/app\/.*\.server\.tsx?$/,
    zones: [...api, 'rules', 'db', 'document', 'web/shared', 'web/features', 'site.config.ts'],
  },
  {
    // The panel of comments writes, wherever it is opened.
    name: 'web/shared',
    files: /^web\/app\/shared\/(?:discussions|writing)\//,
    zones: ['web/shared', 'ui', 'editor', 'document', 'rules', 'site.config.ts', '*.server.ts'],
    isForBrowser: true,
  },
  {
    name: 'web/shared',
    files: /^web\/(?:app\/shared|\.documents)\//,
    zones: ['web/shared', 'ui', 'document', 'rules', 'site.config.ts', '*.server.ts'],
    isForBrowser: true,
  },
  {
    name: 'web/features',
    files: /^web\/app\/features\//,
    zones: ['web/shared', 'ui', 'editor', 'document', 'rules', 'site.config.ts', '*.server.ts'],
    isForBrowser: true,
  },
  {
    name: 'web/routes',
    files: /^web\/app\/routes\//,
    zones: ['web/features', 'web/shared', 'ui', 'rules', 'site.config.ts', '*.server.ts', 'public-route.ts'],
    isForBrowser: true,
  },
  {
    name: 'web/app',
    files: /^web\/app\//,
    zones: ['web/routes', 'web/features', 'web/shared', 'ui', 'rules', 'site.config.ts', '*.server.ts'],
  },
];

/** Returns the zone of a path below the project's folder, or null for a file that can import anything. */
export function zoneOf(path) {
  return zones.find(({ files }) => files.test(path)) ?? null;
}

/** Returns `clips` for a file of the feature clips, which is a separate zone for other features; otherwise null. */
export function featureOf(path) {
  return /^web\/app\/features\/([^/]+)\//.exec(path)?.[1] ?? null;
}
