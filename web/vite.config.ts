import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { compressAssets } from './server/compress-assets-plugin.ts';
import { knownDocuments } from './server/known-documents-plugin.ts';
import { routerFlags } from './server/router-flags-plugin.ts';

// In the build `ssr.external` is not enough for workspaces of TypeScript: they would be inlined, and what they hold once would exist twice.
const external = /^@newline\/(api|db)(\/|$)/;

const sharedFiles = [
  { name: 'framework', test: /node_modules\/(?:react|react-dom|react-router|scheduler)\// },
  {
    name: 'shell',
    test: /app\/root\.tsx|app\/shared\/(?:shell\/(?!not-found|fault|account-menu)|viewer|page-facts|json-ld|graphql-document|request-document|safe-image|canonical|login\/login-prompt)|ui\/src\/(?:[a-z]+\.css|components\/(?:button|icon|icon-button|return-mark|badge|stars|skeleton)\.)|site\.config|lucide-react\/dist\/esm\/(?!icons)/,
  },
];

export default defineConfig(({ mode }) => ({
  plugins: [knownDocuments(), routerFlags(), reactRouter(), compressAssets()],
  ssr: {
    external: ['@newline/api/request-context', '@newline/api/viewer'],
    // Ten of its fifteen hundred icons are used: loading them all would be a tenth of a start.
    noExternal: ['lucide-react'],
  },
  environments: {
    ssr: { build: { rolldownOptions: { external: [external] } } },
    // What every page needs comes in two files: together they compress better than in twenty.
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: sharedFiles } } } } },
  },
  css: { modules: { generateScopedName: mode === 'production' ? '_[hash:base64:5]' : '[name]__[local]__[hash:base64:4]' } },
  build: { assetsInlineLimit: 0, target: 'es2023', cssCodeSplit: true },
  // Found late, these would reload the first page.
  optimizeDeps: {
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'react-router',
      'react-router/dom',
      'lucide-react',
      '@base-ui/react/dialog',
      '@base-ui/react/menu',
    ],
  },
}));
