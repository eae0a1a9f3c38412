import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/discussions';
import { DiscussionListPage } from '../features/discussions/discussion-list-page.tsx';
import { loadDiscussionList } from '../features/discussions/load-discussion.server.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  return { facts: await loadDiscussionList(context, url) };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Discussions about ${loaderData?.facts.target.title ?? 'an item'} · ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

export default function Discussions({ loaderData }: Route.ComponentProps) {
  return <DiscussionListPage key={loaderData.facts.target.id} facts={loaderData.facts} />;
}
