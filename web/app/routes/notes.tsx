import { site } from '@newline/api/rules/site/site';
import { redirect, useRevalidator } from 'react-router';
import type { Route } from './+types/notes';
import { notesVariables, readNotesChoice } from '../features/notes/notes-choice.ts';
import { NotesDocument } from '../features/notes/notes-documents.ts';
import { NotesPage } from '../features/notes/notes-page.tsx';
import { expectValue } from '../shared/graphql-document.ts';
import { runDocument, viewerOf } from '../shared/run-document.server.ts';

const pageSize = 30;

export async function loader({ context, url }: Route.LoaderArgs) {
  if (viewerOf(context).userId === null) throw redirect(`/sign-in?returnTo=${encodeURIComponent(url.pathname + url.search)}`);
  const choice = readNotesChoice(url.searchParams);
  const { ownNotes } = await runDocument(context, NotesDocument, notesVariables(choice, pageSize));
  return { list: expectValue(ownNotes), choice };
}

export const meta: Route.MetaFunction = () => [{ title: `Notes · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function Notes({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  return <NotesPage {...loaderData} onChanged={() => void revalidate()} />;
}
