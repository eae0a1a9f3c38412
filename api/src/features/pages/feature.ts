import type { Feature } from '../../feature.ts';
import { PagesPlugin } from './pages-plugin.ts';

/** Pages of the owner: terms, privacy, imprint and others. */
export const pages: Feature = { name: 'pages', plugins: [PagesPlugin] };
