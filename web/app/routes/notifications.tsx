import { redirect } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/notifications';
import { loadNotifications } from '../features/notifications/load-notifications.server.ts';
import { NotificationsPage } from '../features/notifications/notifications-page.tsx';
import { viewerOf } from '../shared/run-document.server.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  if (viewerOf(context).userId === null) throw redirect('/sign-in?returnTo=%2Fnotifications');
  const after = url.searchParams.get('after');
  return { facts: await loadNotifications(context, after), key: after ?? 'newest' };
}

export const meta: Route.MetaFunction = () => [{ title: `Notifications · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function Notifications({ loaderData }: Route.ComponentProps) {
  return <NotificationsPage key={loaderData.key} facts={loaderData.facts} />;
}
