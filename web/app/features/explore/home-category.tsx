import { Icon } from '@newline/ui/components/icon';
import { ArrowRight } from 'lucide';
import { Link } from '../../shared/link.tsx';
import { home } from '../../../../home.config.ts';
import { requestPublicDocument } from '../../shared/request-document.ts';
import { CategoryLinks } from './category-links.tsx';
import { CategoriesDocument, TaggedContentDocument } from './explore-documents.ts';
import { exploreHref } from './explore-href.ts';
import { pageSize, withMore } from './explore-page-facts.ts';
import type { OpeningFacts } from './home-opening.tsx';
import { Titles } from './titles.tsx';
import styles from './titles.module.css';

/** A category selected on the home page, with its first titles. */
export type CategoryProps = OpeningFacts & { category: string; pages: 1 | 2 };

/** The settings that differ from the defaults: the text of the link, and the categories. */
export type ExploreWords = { readonly link?: string; readonly categories?: readonly string[] };

/** Loads the first page of titles of a category, or the first two; also the categories unless they're given. */
export async function loadCategory(
  category: string,
  hasMore: boolean,
  loadedCategories: OpeningFacts['categories'] | undefined,
  { link = home.explore.link, categories: chosen = [] }: ExploreWords = {},
): Promise<CategoryProps> {
  const tagName = category === 'all' ? null : category;
  const page = (offset: number) => requestPublicDocument(TaggedContentDocument, { tagName, first: pageSize, offset });
  const [categories, first, next] = await Promise.all([
    loadedCategories ?? namesOfCategories(chosen),
    page(0),
    hasMore ? page(pageSize) : null,
  ]);
  return { categories, category, content: next ? withMore(first, next) : first, now: Date.now(), link, pages: next ? 2 : 1 };
}

async function namesOfCategories(chosen: readonly string[]): Promise<OpeningFacts['categories']> {
  const { tags } = await requestPublicDocument(CategoriesDocument, {});
  const shown = chosen.length === 0 ? tags.nodes : chosen.flatMap((slug) => tags.nodes.find((tag) => tag.slug === slug) ?? []);
  return [{ slug: 'all', name: 'All' }, ...shown];
}

/** A category of the catalog, shown in place of the newest titles on the home page. */
export function HomeCategory({ categories, category, content, now, pages, link }: CategoryProps) {
  return (
    <>
      <CategoryLinks categories={categories} category={category} />
      <Titles
        key={category}
        category={category === 'all' ? null : category}
        content={content}
        pages={pages}
        now={now}
        moreHref={exploreHref(category, pages + 1)}
        end={
          <Link className={`more ${styles.way}`} to="/explore-catalog">
            {link} <Icon of={ArrowRight} />
          </Link>
        }
      />
    </>
  );
}
