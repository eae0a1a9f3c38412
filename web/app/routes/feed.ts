import { data } from 'react-router';
import type { Route } from './+types/feed';
import { atomFeed, isFeedKind } from '../features/feeds/atom-feed.server.ts';
import { textResponse } from '../features/feeds/text-response.ts';
import type { PublicRoute } from '../shared/public-route.ts';

export const handle: PublicRoute = { isPublic: true };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const kind = params.file.replace(/\.atom$/u, '');
  if (!params.file.endsWith('.atom') || !isFeedKind(kind)) throw data(null, { status: 404 });
  return textResponse('application/atom+xml', await atomFeed(context, kind, url.origin));
}
