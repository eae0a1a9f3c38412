import type { Feature } from '../../feature.ts';
import { ItemsPlugin } from './items-plugin.ts';

/** Editing of courses, books, lessons and clips. */
export const items: Feature = { name: 'items', plugins: [ItemsPlugin] };
