import type { Feature } from '../../feature.ts';

/** Books as EPUB and PDF. */
export const bookExport: Feature = {
  name: 'book-export',
  start: async (ground) => (await import('./start-book-export.ts')).startBookExport(ground),
};
