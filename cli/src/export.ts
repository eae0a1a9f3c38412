import type { Command } from './command.ts';

/** `newline export`: exports a course or a book as a folder of Markdown, or as an archive of it. */
export const exportCommand: Command = {
  name: 'export',
  usage: '<permalink> <folder|zip>',
  options: [],
  positionals: ['permalink', 'folder|zip'],
  about: 'Writes a course or book as a folder of Markdown and images, which `newline import` reads back.',
  // The code that writes exports is large, and other commands don't need it.
  run: async (context) => (await import('./run-export.ts')).runExport(context),
};
