import { redirect } from 'react-router';
import { site } from '../../../site.config.ts';
import type { Route } from './+types/studio-analytics';
import { OwnAnalyticsDocument } from '../features/analytics/analytics-documents.ts';
import { AnalyticsPage } from '../features/analytics/analytics-page.tsx';
import { readPeriod } from '../features/analytics/period.ts';
import { given } from '../shared/graphql-document.ts';
import { runDocument, viewerOf } from '../shared/run-document.server.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { pathname, search, searchParams } = url;
  const { userId, role } = viewerOf(context);
  if (userId === null) throw redirect(`/sign-in?returnTo=${encodeURIComponent(pathname + search)}`);
  const period = readPeriod(searchParams);
  const isAdmin = role === 'admin';
  const isEveryones = isAdmin && searchParams.get('of') === 'everyone';
  const { ownFigures } = await runDocument(context, OwnAnalyticsDocument, { days: period.days, isEveryones });
  return { ...given(ownFigures), period, isAdmin, isEveryones };
}

export const meta: Route.MetaFunction = () => [{ title: `Analytics · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function StudioAnalytics({ loaderData }: Route.ComponentProps) {
  return <AnalyticsPage {...loaderData} />;
}
