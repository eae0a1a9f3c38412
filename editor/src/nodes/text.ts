import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';

/** Text with marks. */
export const Text = Node.create(formatOfNode('text'));
