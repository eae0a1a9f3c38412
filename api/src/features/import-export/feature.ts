import type { Feature } from '../../feature.ts';

/** Courses, books and articles as folders of Markdown, in and out. */
export const importExport: Feature = {
  name: 'import-export',
  start: async (ground) => (await import('./start-import-export.ts')).startImportExport(ground),
};
