import { redirect } from 'react-router';
import { site } from '../../../site.config.ts';
import type { Route } from './+types/studio-folders';
import { FoldersDocument } from '../features/studio-folders/folder-documents.ts';
import { FoldersPage } from '../features/studio-folders/folders-page.tsx';
import { runDocument, viewerOf } from '../shared/run-document.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  if (viewerOf(context).userId === null) throw redirect('/sign-in?returnTo=%2Fstudio%2Ffolders');
  return runDocument(context, FoldersDocument, {});
}

export const meta: Route.MetaFunction = () => [{ title: `Import and export · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function StudioFolders({ loaderData }: Route.ComponentProps) {
  return <FoldersPage {...loaderData} />;
}
