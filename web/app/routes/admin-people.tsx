import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/admin-people';
import { cutPage, rowsOfPage } from '../features/admin/older-link.tsx';
import { PeopleDocument, type PersonFilter } from '../features/admin/people-documents.ts';
import { PeoplePage } from '../features/admin/people-page.tsx';
import { beforeOf, oneOf, textOf } from '../features/admin/read-filter.ts';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  requireStaff(context);
  const { searchParams } = url;
  const search = textOf(searchParams, 'q');
  const filter: PersonFilter = oneOf(searchParams, 'filter', ['STAFF', 'SUSPENDED']) ?? 'ANYONE';
  const { people } = await runDocument(context, PeopleDocument, { search, filter, before: beforeOf(searchParams), atMost: rowsOfPage + 1 });
  const { rows, last } = cutPage(people.nodes);
  return { people: rows, last, search, filter };
}

export const meta: Route.MetaFunction = () => [{ title: `People · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function AdminPeople({ loaderData }: Route.ComponentProps) {
  return <PeoplePage {...loaderData} />;
}
