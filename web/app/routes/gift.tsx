import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/gift';
import { GiftDocument } from '../features/plans/gift-documents.ts';
import { GiftPage } from '../features/plans/gift-page.tsx';
import { runDocument, viewerOf } from '../shared/run-document.server.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { giftByToken } = await runDocument(context, GiftDocument, { token: params.token });
  return { gift: giftByToken, token: params.token, email: viewerOf(context).email };
}

export const meta: Route.MetaFunction = () => [{ title: `Gift · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function GiftRoute({ loaderData }: Route.ComponentProps) {
  return <GiftPage {...loaderData} />;
}
