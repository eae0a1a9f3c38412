import type { Extensions } from '@tiptap/core';
import { Bold } from '../marks/bold.ts';
import { Code } from '../marks/code.ts';
import { Formula } from '../marks/formula.ts';
import { Italic } from '../marks/italic.ts';
import { Keyboard } from '../marks/keyboard.ts';
import { Link } from '../marks/link.ts';
import { Strikethrough } from '../marks/strikethrough.ts';
import { Blockquote } from '../nodes/blockquote.ts';
import { BulletList } from '../nodes/bullet-list.ts';
import { CodeBlock } from '../nodes/code-block.ts';
import { Embed } from '../nodes/embed.ts';
import { HardBreak } from '../nodes/hard-break.ts';
import { Heading } from '../nodes/heading.ts';
import { HorizontalRule } from '../nodes/horizontal-rule.ts';
import { ImageUploadPlaceholder } from '../nodes/image-upload-placeholder.ts';
import { Image } from '../nodes/image.ts';
import { ListItem } from '../nodes/list-item.ts';
import { OrderedList } from '../nodes/ordered-list.ts';
import { Panel } from '../nodes/panel.ts';
import { Paragraph } from '../nodes/paragraph.ts';
import { RemoteCodeBlock } from '../nodes/remote-code-block.ts';
import { RemoteCodeHeader } from '../nodes/remote-code-header.ts';
import { Text } from '../nodes/text.ts';

/** The nodes and marks that a comment can contain; all editors have them. */
export const commentNodes: Extensions = [
  Text,
  Paragraph,
  Heading,
  BulletList,
  OrderedList,
  ListItem,
  Blockquote,
  Panel,
  CodeBlock,
  RemoteCodeBlock,
  RemoteCodeHeader,
  Image,
  ImageUploadPlaceholder,
  Embed,
  HorizontalRule,
  HardBreak,
  Link,
  Bold,
  Italic,
  Strikethrough,
  Keyboard,
  Code,
  Formula,
];
