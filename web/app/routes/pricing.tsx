import { pricingPage } from '../../../pages.config.ts';
import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/pricing';
import { PlansDocument } from '../features/plans/plans-documents.ts';
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
  dependsOn(context, ['plans', 'courses', 'books']);
  const { plans, titlesOnSale } = await runDocument(context, PlansDocument, {});
  const publicUrl = url.origin;
  const offers = pricingData(
    (plans?.nodes ?? []).filter(({ isOffered }) => isOffered),
    publicUrl,
  );
  describePage(context, {
    path: '/pricing',
    title: 'Pricing',
    description: pricingPage.lead,
    share: shareTextOfSite('/pricing'),
    data: [...(offers ? [offers] : []), breadcrumbs(publicUrl, [['Pricing', '/pricing']])],
  });
  return { plans: plans?.nodes ?? [], titles: titlesOnSale?.nodes ?? [], hasMoreTitles: titlesOnSale?.pageInfo.hasNextPage ?? false };
}

export const meta: Route.MetaFunction = () => [{ title: `Pricing · ${site.name}` }, descriptionTag(pricingPage.lead)];

export default function Pricing({ loaderData }: Route.ComponentProps) {
  return <PricingPage {...loaderData} />;
}
