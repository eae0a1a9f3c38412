import { redirect } from 'react-router';
import { site } from '../../../site.config.ts';
import type { Route } from './+types/studio-figures';
import { OwnFiguresDocument } from '../features/figures/figures-documents.ts';
import { FiguresPage } from '../features/figures/figures-page.tsx';
import { readPeriod } from '../features/figures/period.ts';
import { given } from '../shared/graphql-document.ts';
import { runDocument, viewerOf } from '../shared/run-document.server.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { pathname, search, searchParams } = url;
  const { userId, role } = viewerOf(context);
  if (userId === null) throw redirect(`/sign-in?returnTo=${encodeURIComponent(pathname + search)}`);
  const period = readPeriod(searchParams);
  const isAdmin = role === 'admin';
  const isEveryones = isAdmin && searchParams.get('of') === 'everyone';
  const { ownFigures } = await runDocument(context, OwnFiguresDocument, { days: period.days, isEveryones });
  return { ...given(ownFigures), period, isAdmin, isEveryones };
}

export const meta: Route.MetaFunction = () => [{ title: `Analytics · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function StudioFigures({ loaderData }: Route.ComponentProps) {
  return <FiguresPage {...loaderData} />;
}
