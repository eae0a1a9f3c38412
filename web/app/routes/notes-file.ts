import { redirect } from 'react-router';
import type { Route } from './+types/notes-file';
import { readNotesChoice } from '../features/notes/notes-choice.ts';
import { notesFile } from '../features/notes/notes-file.server.ts';
import { viewerOf } from '../shared/run-document.server.ts';

export function loader({ context, url }: Route.LoaderArgs) {
  if (viewerOf(context).userId === null) throw redirect('/sign-in?returnTo=%2Flibrary%2Fnotes');
  return notesFile(context, readNotesChoice(url.searchParams), url.origin);
}
