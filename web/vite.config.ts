import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { compressAssets } from './server/compress-assets-plugin.ts';
import { documents } from './server/documents/documents-plugin.ts';
import { routerFlags } from './server/router-flags-plugin.ts';

// In the build `ssr.external` is not enough for workspaces of TypeScript: they would be inlined, and what they hold once would exist twice.
const external = /^@newline\/(api|db)(\/|$)/;

const sharedFiles = [
  { name: 'framework', test: /node_modules\/(?:react|react-dom|react-router|scheduler)\// },
  // Names of classes only, which the home page brings along for its still parts.
  { name: 'still', test: /features\/home\/[a-z-]+\.module\.css|shared\/logo-strip\.module\.css/ },
  { name: 'cards', test: /shared\/catalogue\/(?:cover|item-card)\.module\.css|ui\/src\/components\/avatar\.module\.css/ },
  // The page of an address that is not there is drawn by the root and can bring no sheet of its own: the styles of its field are here.
  {
    name: 'shell',
    test: /app\/root\.tsx|app\/shared\/(?:shell\/(?!not-found|fault|account-menu|notifications)|viewer|page-facts|graphql-document|post-document|request-document|safe-image|login\/login-prompt)|ui\/src\/(?:(?!prose)[a-z]+\.css|components\/(?:button|(?:field|badge|stars)\.module|icon|icon-button|return-mark|skeleton)\.)|site\.config|lucide-react\/dist\/esm\/(?!icons)/,
  },
];

const named = (ending: string) => `assets/[hash].${ending}`;

export default defineConfig(({ mode }) => ({
  plugins: [documents(), routerFlags(), reactRouter(), compressAssets()],
  ssr: {
    external: ['@newline/api/request-context', '@newline/api/viewer'],
    // Ten of its fifteen hundred icons are used: loading them all would be a tenth of a start.
    noExternal: ['lucide-react'],
  },
  environments: {
    // Its assets have the names that the browser's have: the face that the head asks for early is the one that the sheets name.
    ssr: { build: { rolldownOptions: { external: [external], output: { assetFileNames: named('[ext]') } } } },
    // What every page needs comes in two files: together they compress better than in twenty. Names in front of the hashes would be a
    // kilobyte of the table of routes that every page brings.
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
  css: { modules: { generateScopedName: mode === 'production' ? '_[hash:base64:5]' : '[name]__[local]__[hash:base64:4]' } },
  // From these on light-dark() is known: written out for older ones, a dark section of a light page would stay light.
  build: {
    assetsInlineLimit: 0,
    target: 'es2023',
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    cssCodeSplit: true,
  },
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
