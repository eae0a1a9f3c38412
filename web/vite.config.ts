import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { knownDocuments } from './server/known-documents-plugin.ts';

// In the build `ssr.external` is not enough for workspaces of TypeScript: they would be inlined, and what they hold once would exist twice.
const external = /^@newline\/(api|db)(\/|$)/;

export default defineConfig({
  plugins: [knownDocuments(), reactRouter()],
  ssr: { external: ['@newline/api/request-context', '@newline/api/viewer'] },
  environments: { ssr: { build: { rolldownOptions: { external: [external] } } } },
  css: { modules: { generateScopedName: '[name]__[local]__[hash:base64:4]' } },
  build: { assetsInlineLimit: 0, target: 'es2023', cssCodeSplit: true },
  // Found late, these would reload the first page.
  optimizeDeps: {
    include: ['react', 'react-dom', 'react-dom/client', 'react-router', 'react-router/dom', 'lucide-react', '@base-ui/react/dialog', '@base-ui/react/menu'],
  },
});
