import type { Route } from './+types/robots';
import { robotsText } from '../features/feeds/robots-text.ts';
import { textResponse } from '../features/feeds/text-response.ts';

export function loader({ url }: Route.LoaderArgs) {
  return textResponse('text/plain', robotsText(url.origin));
}
