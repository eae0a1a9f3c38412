import type { RouterContextProvider } from 'react-router';
import { describePage } from '../head/page-head.server.tsx';
import { profileLinks } from './profile-links.ts';
import { workOf } from './work-of.ts';

type Person = Parameters<typeof profileLinks>[0] & {
  readonly username: string;
  readonly displayName: string;
  readonly profileImageUrl: string | null;
  readonly employmentTitle: string | null;
  readonly employerName: string | null;
  readonly biography: string | null;
};

/** Describes a user in the head of their page, with the public data of their profile. */
export function describePerson(
  context: Readonly<RouterContextProvider>,
  user: Person,
  { path, description, publicUrl, kind }: { path: string; description: string; publicUrl: string; kind: 'Author' | null },
): void {
  const { displayName, biography, employmentTitle, employerName, profileImageUrl } = user;
  const links = profileLinks(user);
  const work = workOf(user);
  describePage(context, {
    path,
    title: displayName,
    description,
    type: 'profile',
    share: { title: displayName, kind, by: work === '' ? [] : [work], topic: 'basics' },
    more: [['profile:username', user.username]],
    data: [
      {
        '@context': 'https://schema.org',
        '@type': 'ProfilePage',
        url: `${publicUrl}${path}`,
        mainEntity: {
          '@type': 'Person',
          name: displayName,
          url: `${publicUrl}/@${user.username}`,
          ...(biography !== null && { description: biography }),
          ...(employmentTitle !== null && { jobTitle: employmentTitle }),
          ...(employerName !== null && { worksFor: { '@type': 'Organization', name: employerName } }),
          ...(profileImageUrl !== null && { image: new URL(profileImageUrl, publicUrl).href }),
          ...(links.length > 0 && { sameAs: links.map(({ href }) => href) }),
        },
      },
    ],
  });
}
