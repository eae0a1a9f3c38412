import { redirect } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/studio-import-export';
import { ImportExportDocument } from '../features/studio-import-export/import-export-documents.ts';
import { ImportExportPage } from '../features/studio-import-export/import-export-page.tsx';
import { runDocument, viewerOf } from '../shared/run-document.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  if (viewerOf(context).userId === null) throw redirect('/sign-in?returnTo=%2Fstudio%2Fimport-export');
  return runDocument(context, ImportExportDocument, {});
}

export const meta: Route.MetaFunction = () => [{ title: `Import and export · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function StudioImportExport({ loaderData }: Route.ComponentProps) {
  return <ImportExportPage {...loaderData} />;
}
