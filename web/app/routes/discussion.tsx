import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/discussion';
import { DiscussionPage } from '../features/discussions/discussion-page.tsx';
import { loadDiscussion } from '../features/discussions/load-discussion.server.ts';

export async function loader({ context, url, params }: Route.LoaderArgs) {
  return { facts: await loadDiscussion(context, url, params.id) };
}

/** The page updates its data in place; another fragment loads nothing. */
export function shouldRevalidate({ currentParams, nextParams }: { currentParams: { id?: string }; nextParams: { id?: string } }) {
  return currentParams.id !== nextParams.id;
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.facts.target.title ?? 'Discussion'} · ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

export default function Discussion({ loaderData }: Route.ComponentProps) {
  return <DiscussionPage key={loaderData.facts.discussion.id} facts={loaderData.facts} />;
}
