import { Node } from '@tiptap/core';
import { formatOfNode, titleNodeName } from '../editor-schema.ts';

const format = formatOfNode('doc');

/** The root of an author's document: the title line, then the blocks. */
export const ArticleDoc = Node.create({ ...format, topNode: true, content: `${titleNodeName} ${format.content}` });

/** The root of a comment. */
export const CommentDoc = Node.create({ ...format, topNode: true, content: 'block+' });
