import type { LoadContext } from './load-context.ts';

/** The profiles of the demo elsewhere. */
export const demoProfiles = [
  { label: 'GitHub', url: 'https://github.com/newline-example' },
  { label: 'Mastodon', url: 'https://mastodon.example/@newline' },
  { label: 'YouTube', url: 'https://www.youtube.com/@newline-example' },
];
const claims = [
  { figure: '500+', words: 'hours of video' },
  { figure: '15+', words: 'books' },
  { figure: '100,000+', words: 'developers' },
];

/** Loads the site settings of the demo, which a new site doesn't have. */
export async function loadSite({ client }: LoadContext): Promise<void> {
  await client.query(
    'update app_public.site_settings set profiles = $1, claims = $2, catalog_figure = $3, apply_url = $4, support_email = $5',
    [JSON.stringify(demoProfiles), JSON.stringify(claims), '60+', 'https://forms.newline.example/apply-to-teach', 'help@newline.example'],
  );
}
