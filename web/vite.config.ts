import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { compactRouteTable } from './server/compact-route-table-plugin.ts';
import { compressAssets } from './server/compress-assets-plugin.ts';
import { documents } from './server/documents/documents-plugin.ts';
import { exerciseRunner } from './server/exercise-runner-plugin.ts';
import { offlineWorker } from './server/offline-worker-plugin.ts';
import { reactFeatures } from './server/react-features-plugin.ts';
import { routerFlags } from './server/router-flags-plugin.ts';
import { pgliteFolder, runEngines } from './server/run-engines-plugin.ts';
import { shortClassNames } from './server/short-class-names.ts';

// `ssr.external` isn't enough for TypeScript workspaces: they would be inlined, and their state would exist twice.
const external = /^@newline\/(api|db)(\/|$)/;

const sharedFiles = [
  { name: 'framework', test: /node_modules\/(?:react|react-dom|react-router|scheduler)\/|rolldown\/runtime/ },
  // Only class names, which the home page includes for its static parts.
  { name: 'still', test: /features\/home\/[a-z-]+\.module\.css|shared\/logo-strip\.module\.css/ },
  { name: 'cards', test: /shared\/catalog\/(?:cover|item-card)\.module\.css|ui\/src\/components\/avatar\.module\.css/ },
  // Most pages have dates.
  { name: 'dates', test: /app\/shared\/dates\/(?:format-date|local-date)/ },
  // The not-found page is rendered by the root, which can't load a separate style sheet, so the styles of its field are included here.
  {
    name: 'shell',
    test: /app\/root\.tsx|app\/shared\/(?:shell\/(?!not-found|fault|account-menu|notifications)|viewer|page-facts|graphql-document|post-document|request-document|safe-image|foreign-changes|history\/entry-notes|reader\/gray-failed-images|login\/login-prompt)|ui\/src\/(?:(?!prose)[a-z]+\.css|components\/(?:(?:button|badge|icon|icon-button|return-mark|skeleton|field\.module|stars\.module)\.|line\.tsx))|site\.config|rules\/site\/site\.ts/,
  },
];

// Both environments have the same names.
const classNames = shortClassNames(join(import.meta.dirname, '..'));

const named = (ending: string) => `assets/[hash:${ending === '[ext]' ? 6 : 7}].${ending}`;

/** Packages whose files reader's code can import as text: their exports don't list them. */
const fromHere = createRequire(import.meta.url);
const runPackages = ['react-dom', 'react', 'scheduler'].map((name) => ({
  find: `run-package/${name}`,
  replacement: join(dirname(createRequire(fromHere.resolve('react-dom')).resolve(`${name}/package.json`)), 'cjs'),
}));

runPackages.push({ find: 'run-package/pglite', replacement: pgliteFolder(import.meta.url) });

export default defineConfig(({ mode }) => ({
  plugins: [
    documents(),
    runEngines(),
    reactFeatures(),
    routerFlags(),
    reactRouter(),
    compactRouteTable(),
    offlineWorker(),
    exerciseRunner(),
    compressAssets(),
  ],
  resolve: { alias: runPackages },
  // Its files have their own policy (web/server/content-policy.ts).
  worker: {
    format: 'es',
    rolldownOptions: {
      output: { entryFileNames: 'assets/worker-[hash:7].js', chunkFileNames: named('js'), assetFileNames: named('[ext]') },
    },
  },
  ssr: {
    external: ['@newline/api/request-context', '@newline/api/viewer', '@newline/api/rules/site/site'],
    // Ten of its fifteen hundred icons are used: loading them all would be a tenth of a start.
    noExternal: ['lucide'],
  },
  environments: {
    // Server assets have the same names as the browser's, so that preloaded fonts match those in style sheets.
    ssr: { build: { rolldownOptions: { external: [external], output: { assetFileNames: named('[ext]') } } } },
    // What every page needs is in two files, which compress better than twenty. Names in front of the hashes would add a kilobyte to the table
    // of routes in every page.
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: sharedFiles },
            entryFileNames: named('js'),
            chunkFileNames: named('js'),
            assetFileNames: named('[ext]'),
          },
        },
      },
    },
  },
  css: { modules: { generateScopedName: mode === 'production' ? classNames : '[name]__[local]__[hash:base64:4]' } },
  // The oldest browsers that support light-dark(): the fallback for older ones would keep a dark section of a light page light.
  build: {
    assetsInlineLimit: 0,
    target: 'es2023',
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    cssCodeSplit: true,
  },
  // Discovering these later would reload the first page.
  optimizeDeps: {
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'react-router',
      'react-router/dom',
      'lucide',
      '@base-ui/react/dialog',
      '@base-ui/react/menu',
    ],
  },
}));
