import type { Command } from './command.ts';

/** `newline import`: a course or a book from a folder of Markdown, an mdBook or a Docusaurus docs folder. */
export const importCommand: Command = {
  name: 'import',
  usage: '<folder|zip> --as <username> [--into course|book|<permalink>] [--delete] [--look]',
  options: ['delete', 'look'],
  valueOptions: ['as', 'into'],
  positionals: ['folder|zip'],
  about: 'Makes a course or a book of a folder of Markdown, or changes the one it came from; --look only says what it would do.',
  // What reads folders is large: other commands do without.
  run: async (context) => (await import('./run-import.ts')).runImport(context),
};
