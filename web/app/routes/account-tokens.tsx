import { redirect, useRevalidator } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/account-tokens';
import { loadOwnSecurity } from '../features/account-security/load-own-security.server.ts';
import { OwnTokensDocument } from '../features/account-security/token-documents.ts';
import { TokensPage } from '../features/account-security/tokens-page.tsx';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { viewer } = await runDocument(context, OwnTokensDocument, {});
  if (!viewer) throw redirect('/sign-in?returnTo=%2Faccount%2Ftokens');
  const { hasPassword } = await loadOwnSecurity(context);
  const apiUrl = new URL('/graphql', request.url).href;
  return { tokens: viewer.accessTokens.nodes.toReversed(), isAdmin: viewer.isAdmin, hasPassword, apiUrl, now: Date.now() };
}

export const meta: Route.MetaFunction = () => [{ title: `Access tokens · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function AccountTokens({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  return <TokensPage {...loaderData} onChanged={revalidate} />;
}
