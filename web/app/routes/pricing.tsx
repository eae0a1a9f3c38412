import { pricingPage } from '../../../pages.config.ts';
import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/pricing';
import { PlansDocument } from '../features/plans/plans-documents.ts';
import { offeredPlans } from '../features/plans/offered-plans.ts';
import { pricingData } from '../features/plans/pricing-data.ts';
import { PricingPage } from '../features/plans/pricing-page.tsx';
import { describePage } from '../shared/head/page-head.server.tsx';
import { shareTextOfSite } from '../shared/head/site-pages.server.ts';
import { breadcrumbs } from '../shared/head/structured-data.ts';
import { dependsOn, runDocument } from '../shared/run-document.server.ts';
import type { PublicRoute } from '../shared/public-route.ts';
import { descriptionTag } from '../shared/head/description.ts';

export const handle: PublicRoute = { isPublic: true };

export async function loader({ context, url }: Route.LoaderArgs) {
  dependsOn(context, ['plans']);
  const { products, titlePrice } = await runDocument(context, PlansDocument, {});
  const publicUrl = url.origin;
  const plans = offeredPlans(products.nodes);
  const offers = pricingData(
    plans.flatMap(({ plans: prices }) => prices.nodes),
    publicUrl,
  );
  describePage(context, {
    path: '/pricing',
    title: 'Pricing',
    description: pricingPage.lead,
    share: shareTextOfSite('/pricing'),
    data: [...(offers ? [offers] : []), breadcrumbs(publicUrl, [['Pricing', '/pricing']])],
  });
  return { plans, titlePrice };
}

export const meta: Route.MetaFunction = () => [{ title: `Pricing · ${site.name}` }, descriptionTag(pricingPage.lead)];

export default function Pricing({ loaderData }: Route.ComponentProps) {
  return <PricingPage {...loaderData} />;
}
