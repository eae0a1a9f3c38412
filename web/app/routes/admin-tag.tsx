import { isId } from '@newline/api/rules/is-id';
import { site } from '@newline/api/rules/site/site';
import { data } from 'react-router';
import type { Route } from './+types/admin-tag';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { TagDocument } from '../features/site-settings/tag-documents.ts';
import { TagPage } from '../features/site-settings/tag-page.tsx';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  requireStaff(context);
  if (id === 'new') return { tag: null, others: [] };
  if (!isId(id)) throw data(null, { status: 404 });
  const { tagById: tag, tagList } = await runDocument(context, TagDocument, { id });
  if (tag === null) throw data(null, { status: 404 });
  return { tag, others: tagList.nodes.filter((other) => other.id !== id) };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.tag?.name ?? 'New tag'} · ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

export default function AdminTag({ loaderData }: Route.ComponentProps) {
  return <TagPage key={loaderData.tag?.id ?? 'new'} {...loaderData} />;
}
