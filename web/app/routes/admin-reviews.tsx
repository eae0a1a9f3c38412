import { site } from '../../../site.config.ts';
import type { Route } from './+types/admin-reviews';
import { ReviewListDocument } from '../features/admin/administration-documents.ts';
import { cutPage, rowsOfPage } from '../features/admin/older-link.tsx';
import { beforeOf, oneOf, textOf } from '../features/admin/read-filter.ts';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { ReviewsPage } from '../features/admin/reviews-page.tsx';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  requireStaff(context);
  const { searchParams } = url;
  const person = textOf(searchParams, 'person');
  const shown = oneOf(searchParams, 'shown', ['yes', 'no'] as const);
  const isHidden = shown === null ? null : shown === 'no';
  const { reviewList } = await runDocument(context, ReviewListDocument, {
    isHidden,
    person,
    before: beforeOf(searchParams),
    first: rowsOfPage + 1,
  });
  const { rows, last } = cutPage(reviewList.nodes);
  return { reviews: rows, last, person, shown };
}

export const meta: Route.MetaFunction = () => [{ title: `Reviews · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function AdminReviews({ loaderData }: Route.ComponentProps) {
  return <ReviewsPage {...loaderData} />;
}
