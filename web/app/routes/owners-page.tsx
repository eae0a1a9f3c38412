import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/owners-page';
import { loadOwnersPage } from '../features/pages/load-page.server.ts';
import { OwnersPage } from '../features/pages/owners-page.tsx';
import { descriptionTag } from '../shared/head/description.ts';
import type { PublicRoute } from '../shared/public-route.ts';

export const handle: PublicRoute = { isPublic: true };

/** Loads a site page: at /pages/{slug}, or at its own path such as /terms. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  return { page: await loadOwnersPage(context, url, params.slug ?? url.pathname.slice(1)) };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? [{ title: `${loaderData.page.title} · ${site.name}` }, descriptionTag(loaderData.page.description)] : [];

export default function OwnersPageRoute({ loaderData: { page } }: Route.ComponentProps) {
  return <OwnersPage key={page.id} page={page} />;
}
