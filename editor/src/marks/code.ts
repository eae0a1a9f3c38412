import { Code as TiptapCode } from '@tiptap/extension-code';
import { formatOfMark } from '../editor-schema.ts';

/** Code within a sentence: Mod+E, backticks around it. It may be bold, and a link. */
export const Code = TiptapCode.extend({ ...formatOfMark('code'), excludes: 'code' });
