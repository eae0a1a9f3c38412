import type { Feature } from '../../feature.ts';

/** Imports and exports courses, books and articles as folders of Markdown. */
export const importExport: Feature = {
  name: 'import-export',
  start: async (ground) => (await import('./start-import-export.ts')).startImportExport(ground),
};
