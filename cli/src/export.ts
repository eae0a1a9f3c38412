import type { Command } from './command.ts';

/** `newline export`: a course or a book as a folder of Markdown, or as an archive of it. */
export const exportCommand: Command = {
  name: 'export',
  usage: '<permalink> <folder|zip>',
  options: [],
  positionals: ['permalink', 'folder|zip'],
  about: 'Writes a course or book as a folder of Markdown and images, which `newline import` reads back.',
  // What writes folders is large: other commands do without.
  run: async (context) => (await import('./run-export.ts')).runExport(context),
};
