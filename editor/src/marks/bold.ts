import { Bold as TiptapBold } from '@tiptap/extension-bold';
import { formatOfMark } from '../editor-schema.ts';

/** Bold text: Mod+B, or `**` or `__` around it. */
export const Bold = TiptapBold.extend(formatOfMark('bold'));
