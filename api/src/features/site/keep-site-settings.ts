import type { Pool } from 'pg';
import { queryAs } from '../../database/reader-client.ts';
import type { Log } from '../../log.ts';
import { setSiteSettings, siteSettings } from '../../rules/site/site-settings.ts';
import { type SiteSettings } from '../../rules/site/settings.ts';
import type { TagsListening } from '../../tags-listener.ts';
import { visitor } from '../../viewer.ts';

const retryMs = 1_000;

/** How often the settings are read at a start before it fails: after a restart of a large database, its first statements can reach their time limit. */
const triesAtStart = 20;

const readSettings = `select name, description, wordmark_light as "wordmarkLight", wordmark_dark as "wordmarkDark", wordmark_width as "wordmarkWidth",
  wordmark_height as "wordmarkHeight", icon, accent_light as "accentLight", accent_dark as "accentDark", paper_light as "paperLight",
  paper_dark as "paperDark", font, navigation, footer_links as "footerLinks", profiles, organization_name as "organizationName",
  organization_url as "organizationUrl", support_email as "supportEmail", apply_url as "applyUrl", claims, catalog_figure as "catalogFigure", revision,
  exists (select from app_public.plans p where p.is_offered) or exists (select from app_public.item_prices) as "isSelling",
  exists (select from app_public.plans p where p.is_offered) as "isSellingPlans",
  (select coalesce(jsonb_agg(jsonb_build_object('label', p.title, 'url', app_private.page_path(p.slug)) order by p.footer_order, p.id), '[]')
    from app_public.pages p where p.footer_order is not null and p.published_at is not null) as "footerPages",
  (select coalesce(jsonb_agg(p.slug order by p.slug desc), '[]') from app_public.pages p
    where p.slug in ('terms', 'privacy', 'refunds') and p.published_at is not null) as "legalPages",
  exists (select from app_public.articles a where a.is_published and a.is_shown_publicly and a.archived_at is null and a.published_at <= now()) as "hasArticles"
  from app_public.site_settings`;

/** The tags of the data that `readSettings` reads. Whether anything is for sale depends on prices, and on the titles that visitors see. */
const readTags = ['site', 'plans', 'courses', 'books', 'pages', 'articles'];

type Options = { readonly pool: Pool; readonly tags: Pick<TagsListening, 'onTagsChanged' | 'tell'>; readonly log: Log };

/**
 * Keeps the settings of the site in the memory of this process: reads them now, and again whenever they may have changed. New settings make
 * all cached pages stale. Returns a function that stops it.
 */
export async function keepSiteSettings({ pool, tags, log }: Options): Promise<() => void> {
  let isOver = false;
  let isFirst = true;
  let timer: NodeJS.Timeout | null = null;
  /** The last of the reads, and the one that hasn't begun yet: they run one after the other, so that the newest settings stay. */
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;

  async function read(): Promise<void> {
    const [row] = await queryAs<SiteSettings>(pool, visitor, readSettings, []);
    if (!row || isOver) return;
    const isOther = JSON.stringify(row) !== JSON.stringify(siteSettings());
    setSiteSettings(row);
    // Pages that the last run cached were dropped at the start if the settings had changed since then, because that changed the content
    // version.
    if (isOther && !isFirst) tags.tell(['!*']);
    isFirst = false;
  }

  async function readAtStart(): Promise<void> {
    for (let tries = 1; ; tries += 1)
      try {
        await read();
        return;
      } catch (error) {
        if (tries === triesAtStart || !isCanceled(error)) throw error;
        log.warn({ err: error, tries }, 'the database is slow: the settings of the site are read again');
      }
  }

  async function readUntilRead(): Promise<void> {
    try {
      await read();
    } catch (error) {
      if (isOver) return;
      log.warn({ err: error }, 'the settings of the site could not be read');
      timer ??= setTimeout(() => {
        timer = null;
        void readUntilRead();
      }, retryMs).unref();
    }
  }

  function readAgain(): Promise<void> {
    next ??= last.then(() => {
      next = null;
      return readUntilRead();
    });
    last = next;
    return next;
  }

  const forget = tags.onTagsChanged((changed) =>
    changed === null || readTags.some((tag) => changed.includes(tag)) ? readAgain() : undefined,
  );
  await readAtStart();
  return () => {
    isOver = true;
    if (timer) clearTimeout(timer);
    forget();
  };
}

/** Whether a statement reached its time limit. */
function isCanceled(error: unknown): boolean {
  return error instanceof Error && (error as Error & { code?: unknown }).code === '57014';
}
