import { site } from '../../../site.config.ts';
import type { Route } from './+types/discussion';
import { DiscussionPage } from '../features/discussions/discussion-page.tsx';
import { loadDiscussion } from '../features/discussions/load-discussion.server.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  return { discussion: await loadDiscussion(context, params.id) };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.discussion.about.heading ?? 'Discussion'} · ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

export default function Discussion({ loaderData }: Route.ComponentProps) {
  return <DiscussionPage discussion={loaderData.discussion} />;
}
