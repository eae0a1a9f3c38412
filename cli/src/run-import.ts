import '@newline/api/graphql/graphile-mode';
import { stat } from 'node:fs/promises';
import type { ImportReport } from '@newline/api/features/import-export/create-import-export';
import { importOptionsOf } from '@newline/api/features/import-export/import-target';
import { openDirectory } from '@newline/api/features/import-export/open-directory';
import { openArchive } from '@newline/api/features/import-export/open-archive';
import { StartError } from '@newline/db/start-error';
import type { CommandContext } from './command.ts';
import { viewerNamed, withImportExport } from './folder-service.ts';
import { withDatabase } from './with-database.ts';

/** Reads the folder and imports it as the given user. */
export function runImport({ operands: [path = ''], flags, values, print, tell }: CommandContext): Promise<number> {
  return withDatabase(tell, async (database, env) => {
    const username = values.get('as');
    if (username === undefined) throw new StartError('Missing --as <username>: an author of the title, or an administrator.');
    const viewer = await viewerNamed(database, username);
    const stats = await stat(path).catch(() => null);
    if (stats === null) throw new StartError(`There is no folder or archive at ${path}.`);
    return withImportExport(database, env, async (importExport) => {
      const importOptions = importOptionsOf(values.get('into'));
      await importExport.requireRight(viewer, importOptions);
      const folder = stats.isDirectory() ? await openDirectory(path) : await openArchive(path);
      try {
        const options = { importOptions, isDeleting: flags.has('delete') };
        const report = await (flags.has('dry-run')
          ? importExport.preview(viewer, folder, options)
          : importExport.commit(viewer, folder, options));
        for (const line of linesOf(report, { isDone: !flags.has('dry-run'), isDeleting: flags.has('delete') })) print(line);
        return 0;
      } finally {
        await folder.close();
      }
    });
  });
}

/** The parts of a report, the most serious first. */
const weights = [
  ['lost', 'Lost'],
  ['changed', 'Changed'],
  ['info', 'For your information'],
] as const;

function linesOf(report: ImportReport, { isDone, isDeleting }: { isDone: boolean; isDeleting: boolean }): string[] {
  const { kind, title, permalink, lessons, missing, messages } = report;
  const fresh = lessons.filter(({ isNew }) => isNew).length;
  const verb = isDone ? (report.isNew ? 'Created' : 'Updated') : report.isNew ? 'Would create' : 'Would update';
  return [
    ...weights.flatMap(([weight, heading]) => {
      const own = messages.filter((each) => each.weight === weight);
      const lines = own.map(({ file, lines: at, message }) => `${file}${at.length === 0 ? '' : `:${at.join(',')}`}  ${message}`);
      return own.length === 0 ? [] : [`${heading} (${own.length}):`, ...lines];
    }),
    ...missing.map((lesson) => `${isDeleting ? (isDone ? 'Deleted' : 'Would delete') : 'Kept, though not in the folder'}: ${lesson}`),
    `${verb} the ${kind} ${JSON.stringify(title)}${permalink === null ? '' : ` at ${permalink}`}: ${lessons.length} ${kind === 'book' ? 'chapters' : 'lessons'}, ${fresh} of them new, ${report.images} images${report.captions === 0 ? '' : `, ${report.captions} changed captions`}.`,
  ];
}
