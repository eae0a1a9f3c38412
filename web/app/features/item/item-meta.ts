import { site } from '@newline/api/rules/site/site';
import type { ItemFacts } from './item-facts.ts';
import { descriptionTag } from '../../shared/head/description.ts';

/** Returns the title and description; unlisted and hidden items aren't indexed. */
export function itemMeta(item: ItemFacts | undefined) {
  if (!item) return [{ title: site.name }];
  return [
    { title: `${item.title} · ${site.name}` },
    descriptionTag(item.lead ?? item.descriptionParagraphs[0] ?? site.description),
    ...(item.isListed && item.hiddenAs === null ? [] : [{ name: 'robots', content: 'noindex' }]),
  ];
}
