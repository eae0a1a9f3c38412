import { useRevalidator } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/admin-comments';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { ModerationDocument } from '../features/moderation/moderation-documents.ts';
import { ModerationPage } from '../features/moderation/moderation-page.tsx';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const { moderationQueue } = await runDocument(context, ModerationDocument, { first: 50 });
  return { comments: moderationQueue?.nodes ?? [] };
}

export const meta: Route.MetaFunction = () => [{ title: `Reported comments · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function AdminComments({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  return <ModerationPage comments={loaderData.comments} onDecided={revalidate} />;
}
