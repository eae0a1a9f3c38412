import { Code as TiptapCode } from '@tiptap/extension-code';
import { formatOfMark } from '../editor-schema.ts';

/** Inline code: Mod+E, or backticks around it. It can be bold and a link. */
export const Code = TiptapCode.extend({ ...formatOfMark('code'), excludes: 'code formula' });
