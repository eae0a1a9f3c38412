import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/studio-sales';
import { loadSales, shownLines } from '../features/sales/load-sales.server.ts';
import { SalesPage } from '../features/sales/sales-page.tsx';

export function loader({ context, url }: Route.LoaderArgs) {
  return loadSales(context, url, shownLines);
}

export const meta: Route.MetaFunction = () => [{ title: `Sales · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function StudioSales({ loaderData }: Route.ComponentProps) {
  return <SalesPage {...loaderData} />;
}
