import type { Route } from './+types/demo-desk';
import { loadDesk } from '../features/demo-dashboard/load-desk.server.ts';
import type { PublicRoute } from '../shared/public-route.ts';

export const handle: PublicRoute = { isPublic: true };

/** Loads the sample data of the home page's demo dashboard: the same for everyone, and cached like a page. */
export async function loader({ context }: Route.LoaderArgs) {
  return Response.json(await loadDesk(context));
}
