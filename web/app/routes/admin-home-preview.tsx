import { data } from 'react-router';
import type { Route } from './+types/admin-home-preview';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { DemoDesk } from '../features/demo-dashboard/demo-desk.tsx';
import { HomeExplore } from '../features/explore/home-explore.tsx';
import { loadHomeOpening } from '../features/explore/load-home-opening.server.tsx';
import { HomePage } from '../features/home/home-page.tsx';
import { loadHome } from '../features/home/load-home.server.tsx';
import { loadPricing } from '../features/plans/load-pricing.server.ts';
import { PricingPage } from '../features/plans/pricing-page.tsx';
import { loadWritePage } from '../features/write-with-us/load-write-page.server.ts';
import { WritePage } from '../features/write-with-us/write-page.tsx';
import { isDraft, markDraft } from '../features/site-settings/draft-mark.server.ts';
import { readLogos } from '../features/site-settings/read-logos.ts';
import { formText } from '../shared/form/form-text.ts';
import { withoutScripts } from '../shared/shell/page-scripts.tsx';

/** It is shown in a frame where scripts don't run. */
export const handle = withoutScripts;

/** Without a form, it's the saved home page. */
export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  if (isDraft(context)) return null;
  return { page: 'HOME' as const, home: await loadHome(context, { loadExplore: exploreOf(context) }) };
}

/** Renders a page with sections that aren't saved yet, for the administrator who edits them. */
export async function action({ context, request }: Route.ActionArgs) {
  requireStaff(context);
  markDraft(context);
  const form = await request.formData();
  const sections = formText(form, 'sections');
  const logos = readLogos(formText(form, 'logos'));
  if (!isJson(sections) || logos === null) throw data(null, { status: 400 });
  switch (formText(form, 'page')) {
    case 'HOME':
      return {
        page: 'HOME' as const,
        home: await loadHome(context, { loadExplore: exploreOf(context), draft: { sections, logos } }),
      };
    case 'PRICING':
      return { page: 'PRICING' as const, pricing: await loadPricing(context, sections) };
    case 'WRITE_WITH_US':
      return { page: 'WRITE_WITH_US' as const, write: await loadWritePage(context, sections) };
    default:
      throw data(null, { status: 400 });
  }
}

export const meta: Route.MetaFunction = () => [{ title: 'Preview' }, { name: 'robots', content: 'noindex' }];

export default function AdminHomePreview({ loaderData, actionData }: Route.ComponentProps) {
  const shown = actionData ?? loaderData;
  switch (shown?.page) {
    case 'HOME': {
      const { lines, desk, explore, words, ...page } = shown.home;
      return (
        <HomePage
          {...page}
          lines={lines}
          words={words}
          explore={<HomeExplore facts={explore} words={words?.explore} />}
          desk={desk && <DemoDesk number={lines.desk} {...desk} />}
        />
      );
    }
    case 'PRICING':
      return <PricingPage {...shown.pricing} />;
    case 'WRITE_WITH_US':
      return <WritePage {...shown.write} />;
    default:
      return null;
  }
}

const exploreOf = (context: Route.LoaderArgs['context']) => (categories: readonly string[]) => loadHomeOpening(context, categories);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
