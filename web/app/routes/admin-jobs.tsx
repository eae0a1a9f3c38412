import { site } from '../../../site.config.ts';
import type { Route } from './+types/admin-jobs';
import { JobsPage } from '../features/admin/jobs-page.tsx';
import { JobsDocument } from '../features/admin/administration-documents.ts';
import { cutPage, rowsOfPage } from '../features/admin/older-link.tsx';
import { beforeOf, textOf } from '../features/admin/read-filter.ts';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  requireStaff(context);
  const { searchParams } = url;
  const address = textOf(searchParams, 'address');
  const { jobs, oldestDueJobSeconds, sentMails } = await runDocument(context, JobsDocument, {
    address,
    before: beforeOf(searchParams),
    atMost: rowsOfPage + 1,
  });
  const { rows, last } = cutPage(sentMails.nodes);
  return { jobs, delaySeconds: oldestDueJobSeconds ?? 0, mails: rows, last, address };
}

export const meta: Route.MetaFunction = () => [{ title: `Jobs and email · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function AdminJobs({ loaderData }: Route.ComponentProps) {
  return <JobsPage {...loaderData} />;
}
