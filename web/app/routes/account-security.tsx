import { useRevalidator } from 'react-router';
import { site } from '../../../site.config.ts';
import type { Route } from './+types/account-security';
import { loadOwnSecurity } from '../features/account-security/load-own-security.server.ts';
import { SecurityPage } from '../features/account-security/security-page.tsx';
import { takeSecurityForm } from '../features/account-security/take-security-form.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return loadOwnSecurity(context);
}

/** Handles the forms without scripts. */
export async function action({ context, request }: Route.ActionArgs) {
  return takeSecurityForm(context, await request.formData());
}

export const meta: Route.MetaFunction = () => [{ title: `Sign-in and security · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function AccountSecurity({ loaderData, actionData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  return <SecurityPage security={loaderData} faults={actionData?.faults} onChanged={revalidate} />;
}
