import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/studio-sales';
import { loadSales } from '../features/sales/load-sales.server.ts';
import { SalesPage } from '../features/sales/sales-page.tsx';

/** The number of lines that the page shows; the CSV file has all. */
const shownLines = 1000;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { lines, ...sales } = await loadSales(context, url);
  return { ...sales, lines: lines.slice(0, shownLines) };
}

export const meta: Route.MetaFunction = () => [{ title: `Sales · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function StudioSales({ loaderData }: Route.ComponentProps) {
  return <SalesPage {...loaderData} />;
}
