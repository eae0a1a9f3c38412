import { Italic as TiptapItalic } from '@tiptap/extension-italic';
import { formatOfMark } from '../editor-schema.ts';

/** Italic text: Mod+I, or `*` or `_` around it. */
export const Italic = TiptapItalic.extend(formatOfMark('italic'));
