import type { Feature } from '../../feature.ts';
import { ArticlesPlugin } from './articles-plugin.ts';

/** Writing and publishing articles. */
export const articles: Feature = { name: 'articles', plugins: [ArticlesPlugin] };
