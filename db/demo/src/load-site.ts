import type { LoadContext } from './load-context.ts';

/** The demo's profiles on other sites. */
export const demoProfiles = [
  { label: 'GitHub', url: 'https://github.com/newline-example' },
  { label: 'Mastodon', url: 'https://mastodon.example/@newline' },
  { label: 'YouTube', url: 'https://www.youtube.com/@newline-example' },
];

/** Loads the site settings of the demo, which a new site doesn't have. Its home page counts, so no numbers are written here. */
export async function loadSite({ client }: LoadContext): Promise<void> {
  await client.query('update app_public.site_settings set profiles = $1, apply_url = $2, support_email = $3, description = $4', [
    JSON.stringify(demoProfiles),
    'https://forms.newline.example/apply-to-teach',
    'help@newline.example',
    'Books, courses and one-minute clips for developers on the way from junior to senior.',
  ]);
}
