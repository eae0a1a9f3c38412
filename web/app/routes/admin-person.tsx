import { isId } from '@newline/api/rules/is-id';
import { data } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/admin-person';
import { PersonDocument } from '../features/admin/people-documents.ts';
import { PersonPage } from '../features/admin/person-page.tsx';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  requireStaff(context);
  if (!isId(id)) throw data(null, { status: 404 });
  const { userById: person, personAccount: account, personSessions, viewer } = await runDocument(context, PersonDocument, { id });
  if (person === null || account === null) throw data(null, { status: 404 });
  return { person, account, sessions: personSessions.nodes, isOneself: viewer?.id === person.id, now: Date.now() };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.person.displayName ?? 'Person'} · ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

export default function AdminPerson({ loaderData }: Route.ComponentProps) {
  return <PersonPage key={loaderData.person.id} {...loaderData} />;
}
