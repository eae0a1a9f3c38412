import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/invitation';
import { InvitationPage } from '../features/plans/invitation-page.tsx';
import { InvitationDocument } from '../features/plans/team-documents.ts';
import { runDocument, viewerOf } from '../shared/run-document.server.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { invitationByToken, viewer } = await runDocument(context, InvitationDocument, { token: params.token });
  return { invitation: invitationByToken, token: params.token, email: viewerOf(context).email, hasSeat: viewer?.seat != null };
}

export const meta: Route.MetaFunction = () => [{ title: `Invitation · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function InvitationRoute({ loaderData }: Route.ComponentProps) {
  return <InvitationPage {...loaderData} />;
}
