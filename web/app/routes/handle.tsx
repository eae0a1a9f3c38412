import { data } from 'react-router';
import type { Route } from './+types/handle';
import { authorDescription, authorMeta } from '../features/authors/author-meta.ts';
import { AuthorPage } from '../features/authors/author-page.tsx';
import { loadAuthor } from '../features/authors/load-author.server.ts';
import { describeItem } from '../features/item/describe-item.server.ts';
import { itemMeta } from '../features/item/item-meta.ts';
import { ItemPage } from '../features/item/item-page.tsx';
import { loadPermalink } from '../features/item/load-item.server.ts';
import { loadProfile } from '../features/profile/load-profile.server.ts';
import { profileDescription, profileMeta } from '../features/profile/profile-meta.ts';
import { ProfilePage } from '../features/profile/profile-page.tsx';
import { describePerson } from '../shared/people/describe-person.server.ts';
import type { PublicRoute } from '../shared/public-route.ts';

export const handle: PublicRoute = { isPublic: true, dynamic: ['reviews', 'before'] };

/**
 * Loads `/@{username}`, or a top-level path of an author or item: React Router can't match parts of a segment, so the @ is checked here.
 */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { handle } = params;
  const publicUrl = url.origin;
  if (handle.startsWith('@')) {
    const profile = await loadProfile(context, handle.slice(1));
    const path = `/@${profile.username}`;
    describePerson(context, profile, { path, description: profileDescription(profile), publicUrl, kind: null });
    return { kind: 'profile' as const, profile };
  }
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(handle)) throw data(null, { status: 404 });
  const author = await loadAuthor(context, `/${handle}`);
  if (author) {
    describePerson(context, author, { path: author.path, description: authorDescription(author), publicUrl, kind: 'Author' });
    return { kind: 'author' as const, author };
  }
  const item = await loadPermalink(context, `/${handle}`, url.searchParams);
  describeItem(context, item, publicUrl);
  return { kind: 'item' as const, item };
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (loaderData?.kind === 'profile') return profileMeta(loaderData.profile);
  return loaderData?.kind === 'author' ? authorMeta(loaderData.author) : itemMeta(loaderData?.item);
};

export default function Handle({ loaderData }: Route.ComponentProps) {
  if (loaderData.kind === 'profile') return <ProfilePage profile={loaderData.profile} />;
  return loaderData.kind === 'author' ? (
    <AuthorPage author={loaderData.author} />
  ) : (
    <ItemPage key={loaderData.item.id} item={loaderData.item} />
  );
}
