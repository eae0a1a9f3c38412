import type { Command } from './command.ts';

/** `newline import`: a course or a book from any folder of Markdown: an export, an mdBook, a Docusaurus site, or single files. */
export const importCommand: Command = {
  name: 'import',
  usage: '<folder|zip> --as <username> [--into course|book|<permalink>] [--delete] [--dry-run]',
  options: ['delete', 'dry-run'],
  valueOptions: ['as', 'into'],
  positionals: ['folder|zip'],
  about: 'Creates or updates a course or book from a folder of Markdown. --dry-run shows what would change.',
  // The code that reads imports is large, and other commands don't need it.
  run: async (context) => (await import('./run-import.ts')).runImport(context),
};
