import { redirect, useRevalidator } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/team';
import { TeamDocument } from '../features/plans/team-documents.ts';
import { TeamPage } from '../features/plans/team-page.tsx';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { viewer } = await runDocument(context, TeamDocument, {});
  if (!viewer) throw redirect('/sign-in?returnTo=%2Faccount%2Fteam');
  return { viewerId: viewer.id, seat: viewer.seat, ownedTeams: viewer.ownedTeams.nodes };
}

export const meta: Route.MetaFunction = () => [{ title: `Team · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function Team({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  return <TeamPage {...loaderData} onChanged={revalidate} />;
}
