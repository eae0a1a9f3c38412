import { redirect } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/studio-inbox';
import { InboxDocument } from '../features/inbox/inbox-documents.ts';
import { InboxPage } from '../features/inbox/inbox-page.tsx';
import { inboxVariables, readInboxRequest } from '../features/inbox/read-inbox-request.ts';
import { runDocument, viewerOf } from '../shared/run-document.server.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  if (viewerOf(context).userId === null) throw redirect('/sign-in?returnTo=%2Fstudio%2Finbox');
  const { searchParams } = url;
  const request = readInboxRequest(searchParams);
  return { data: await runDocument(context, InboxDocument, inboxVariables(request)), request, key: `${searchParams}` };
}

export const meta: Route.MetaFunction = () => [{ title: `Inbox · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function StudioInbox({ loaderData }: Route.ComponentProps) {
  return <InboxPage key={loaderData.key} data={loaderData.data} request={loaderData.request} />;
}
