import type { Route } from './+types/llms';
import { llmsText } from '../features/feeds/llms-text.server.ts';
import { textResponse } from '../features/feeds/text-response.ts';
import type { PublicRoute } from '../shared/public-route.ts';

export const handle: PublicRoute = { isPublic: true, isExport: true };

export async function loader({ context, url }: Route.LoaderArgs) {
  return textResponse('text/plain', await llmsText(context, url.origin));
}
