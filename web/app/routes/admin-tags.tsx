import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/admin-tags';
import { rowsOfPage } from '../features/admin/older-link.tsx';
import { oneOf, textOf } from '../features/admin/read-filter.ts';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { TagListDocument } from '../features/admin/tag-list-documents.ts';
import { TagsPage } from '../features/admin/tags-page.tsx';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  requireStaff(context);
  const { searchParams } = url;
  const search = textOf(searchParams, 'q');
  const kind = oneOf(searchParams, 'kind', ['categories', 'technologies'] as const);
  const written = searchParams.get('page') ?? '';
  const page = /^[1-9]\d{0,3}$/.test(written) ? Number(written) : 1;
  const { tagList } = await runDocument(context, TagListDocument, {
    search,
    isCategory: kind === null ? null : kind === 'categories',
    first: rowsOfPage,
    offset: (page - 1) * rowsOfPage,
  });
  return { tags: tagList.nodes, search, kind, page, hasMore: tagList.totalCount > page * rowsOfPage };
}

export const meta: Route.MetaFunction = () => [{ title: `Tags · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function AdminTags({ loaderData }: Route.ComponentProps) {
  return <TagsPage {...loaderData} />;
}
