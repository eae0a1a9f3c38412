import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';

/** Words with their marks. */
export const Text = Node.create(formatOfNode('text'));
