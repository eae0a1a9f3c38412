import { exploreHref } from './explore-href.ts';
import styles from './titles.module.css';

type Props = { categories: readonly { slug: string; name: string }[]; category: string };

/** The categories of the home page: links to the explore page, whose clicks are handled by the section around them. */
export function CategoryLinks({ categories, category }: Props) {
  return (
    <nav className={styles.categories} aria-label="Category">
      {categories.map(({ slug, name }) => (
        <a key={slug} href={exploreHref(slug)} data-label={name} data-category={slug} aria-current={slug === category || undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}
