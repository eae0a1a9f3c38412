import { Italic as TiptapItalic } from '@tiptap/extension-italic';
import { formatOfMark } from '../editor-schema.ts';

/** Stressed words: Mod+I, `*` or `_` around them. */
export const Italic = TiptapItalic.extend(formatOfMark('italic'));
