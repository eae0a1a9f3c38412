import { data } from 'react-router';
import type { Route } from './+types/handle';
import { itemMeta } from '../features/item/item-meta.ts';
import { ItemPage } from '../features/item/item-page.tsx';
import { loadPermalink } from '../features/item/load-item.server.ts';
import { loadProfile } from '../features/profile/load-profile.server.ts';
import { profileMeta } from '../features/profile/profile-meta.ts';
import { ProfilePage } from '../features/profile/profile-page.tsx';

/** `/@{username}`, or a permalink at the top: React Router knows no parts of a segment, so the @ is looked at here. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { handle } = params;
  if (handle.startsWith('@')) return { kind: 'profile' as const, profile: await loadProfile(context, handle.slice(1)) };
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(handle)) throw data(null, { status: 404 });
  return { kind: 'item' as const, item: await loadPermalink(context, `/${handle}`) };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData?.kind === 'profile' ? profileMeta(loaderData.profile) : itemMeta(loaderData?.item);

export default function Handle({ loaderData }: Route.ComponentProps) {
  return loaderData.kind === 'profile' ? <ProfilePage profile={loaderData.profile} /> : <ItemPage item={loaderData.item} />;
}
