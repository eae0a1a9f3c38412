import { Bold as TiptapBold } from '@tiptap/extension-bold';
import { formatOfMark } from '../editor-schema.ts';

/** Strong words: Mod+B, `**` or `__` around them. */
export const Bold = TiptapBold.extend(formatOfMark('bold'));
