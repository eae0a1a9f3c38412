import type { Route } from './+types/robots';
import { robotsText } from '../features/feeds/robots-text.ts';
import { textResponse } from '../features/feeds/text-response.ts';
import type { PublicRoute } from '../shared/public-route.ts';

export const handle: PublicRoute = { isPublic: true };

export function loader({ url }: Route.LoaderArgs) {
  return textResponse('text/plain', robotsText(url.origin));
}
