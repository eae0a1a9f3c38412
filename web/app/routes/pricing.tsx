import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/pricing';
import { loadPricing } from '../features/plans/load-pricing.server.ts';
import { pricingData } from '../features/plans/pricing-data.ts';
import { PricingPage } from '../features/plans/pricing-page.tsx';
import { describePage } from '../shared/head/page-head.server.tsx';
import { shareTextOfSite } from '../shared/head/site-pages.server.ts';
import { breadcrumbs } from '../shared/head/structured-data.ts';
import type { PublicRoute } from '../shared/public-route.ts';
import { descriptionTag } from '../shared/head/description.ts';

export const handle: PublicRoute = { isPublic: true };

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = await loadPricing(context);
  const { plans, lead } = page;
  const publicUrl = url.origin;
  const offers = pricingData(
    plans.flatMap(({ plans: prices }) => prices.nodes),
    publicUrl,
    lead,
  );
  describePage(context, {
    path: '/pricing',
    title: 'Pricing',
    description: lead,
    share: shareTextOfSite('/pricing'),
    data: [...(offers ? [offers] : []), breadcrumbs(publicUrl, [['Pricing', '/pricing']])],
  });
  return page;
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Pricing · ${site.name}` }, descriptionTag(loaderData?.lead ?? '')];

export default function Pricing({ loaderData: { plans, titles, hasMoreTitles, changes } }: Route.ComponentProps) {
  return <PricingPage plans={plans} titles={titles} hasMoreTitles={hasMoreTitles} changes={changes} />;
}
