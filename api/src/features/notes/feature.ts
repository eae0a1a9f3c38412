import type { Feature } from '../../feature.ts';
import { moveNotes, moveNotesCron, moveNotesTask } from './move-notes.ts';
import { NotesPlugin } from './notes-plugin.ts';

/** Private notes and highlights: adding them, and how they follow the changes of a text. The rest is in SQL. */
export const notes: Feature = {
  name: 'notes',
  plugins: [NotesPlugin],
  start: ({ pools, log }) => ({
    tasks: () => ({
      async [moveNotesTask]() {
        await moveNotes({ pool: pools.worker, log });
      },
    }),
    cron: [moveNotesCron],
  }),
};
