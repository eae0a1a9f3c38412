/** A user's profiles on other sites. */
export type Elsewhere = {
  websiteUrl: string | null;
  githubUsername: string | null;
  twitterUsername: string | null;
  linkedInUrl: string | null;
};

/** Returns the links of a user's page that are filled in. */
export function profileLinks(person: Elsewhere): { label: string; href: string }[] {
  return [
    ...(person.websiteUrl ? [{ label: 'Website', href: person.websiteUrl }] : []),
    ...(person.githubUsername ? [{ label: 'GitHub', href: `https://github.com/${encodeURIComponent(person.githubUsername)}` }] : []),
    ...(person.twitterUsername ? [{ label: 'Twitter', href: `https://x.com/${encodeURIComponent(person.twitterUsername)}` }] : []),
    ...(person.linkedInUrl ? [{ label: 'LinkedIn', href: person.linkedInUrl }] : []),
  ];
}
