/** A user's profiles on other sites. */
export type ProfileUrls = {
  websiteUrl: string | null;
  githubUsername: string | null;
  twitterUsername: string | null;
  linkedInUrl: string | null;
};

/** Returns the links of a user's page that are filled in. */
export function profileLinks(user: ProfileUrls): { label: string; href: string }[] {
  return [
    ...(user.websiteUrl ? [{ label: 'Website', href: user.websiteUrl }] : []),
    ...(user.githubUsername ? [{ label: 'GitHub', href: `https://github.com/${encodeURIComponent(user.githubUsername)}` }] : []),
    ...(user.twitterUsername ? [{ label: 'Twitter', href: `https://x.com/${encodeURIComponent(user.twitterUsername)}` }] : []),
    ...(user.linkedInUrl ? [{ label: 'LinkedIn', href: user.linkedInUrl }] : []),
  ];
}
