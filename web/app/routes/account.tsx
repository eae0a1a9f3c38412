import { redirect, useRevalidator } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/account';
import { AccountDocument } from '../features/account/account-documents.ts';
import { AccountPage } from '../features/account/account-page.tsx';
import { OwnCertificates } from '../features/certificates/own-certificates.tsx';
import { PlanSection } from '../features/plans/plan-section.tsx';
import { handOverViewer } from '../shared/hand-over-viewer.server.ts';
import { runDocument, viewerOf } from '../shared/run-document.server.ts';
import { useViewer } from '../shared/viewer.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { viewer: account } = await runDocument(context, AccountDocument, {});
  if (!account) throw redirect('/sign-in?returnTo=%2Faccount');
  handOverViewer(context, account);
  return { account, email: viewerOf(context).email };
}

export const meta: Route.MetaFunction = () => [{ title: `Account · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function Account({ loaderData }: Route.ComponentProps) {
  const { reload } = useViewer();
  const { revalidate } = useRevalidator();
  const handleSaved = () => void Promise.all([reload(), revalidate()]);
  const { account, email } = loaderData;
  return (
    <AccountPage
      account={account}
      email={email}
      certificates={
        account.certificates.nodes.length === 0 ? null : (
          <OwnCertificates certificates={account.certificates.nodes} onChanged={revalidate} />
        )
      }
      plan={<PlanSection plan={account} onChanged={revalidate} />}
      onProfileSaved={handleSaved}
    />
  );
}
