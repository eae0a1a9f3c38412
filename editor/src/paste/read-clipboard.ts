import type { DocumentKind, DocumentNode } from '@newline/document/document-node';
import { fromHtml } from '@newline/document/from-html';
import { linkUrls } from '@newline/document/link-urls';
import { fromMarkdown } from '@newline/document/markdown';
import { textAttribute } from '@newline/document/schema/definition';
import { findNode, idAttributeOf } from '@newline/document/schema/nodes';
import { findCodeLanguage } from '@newline/document/code-languages';
import { type ClipboardContent, looksLikeMarkdown } from './clipboard-data.ts';
import { takeDataImages } from './data-images.ts';

/** What is done with images that have no URL on the web. */
export interface ImageHandlers {
  /** Called for each image that isn't available. */
  readonly onLostImage?: () => void;
  /**
   * Called for each image that the clipboard contains, with its node, whose `src` means nothing. Returns the ID of the upload; its placeholder
   * takes the place of the image. Without this function, such images are lost.
   */
  readonly onFile?: (file: File, image: DocumentNode) => string;
}

/**
 * Converts a clipboard to blocks without IDs, with the document format's own readers; null if it exceeds the limits. In a comment, URLs
 * become links. This module is loaded with the first paste, because the readers of HTML and Markdown are large.
 */
export function readClipboard(content: ClipboardContent, kind: DocumentKind, handlers: ImageHandlers = {}): readonly DocumentNode[] | null {
  const blocks = readBlocks(content, kind, handlers);
  return kind === 'comment' ? (blocks?.map((block) => linkUrls(block)) ?? null) : blocks;
}

function readBlocks(content: ClipboardContent, kind: DocumentKind, handlers: ImageHandlers): readonly DocumentNode[] | null {
  const { html, text, codeLanguage } = content;
  // VS Code names the language it copied: Markdown is read as such, everything else is code in that language.
  if (codeLanguage === 'markdown') return read(fromMarkdown(text, kind));
  if (codeLanguage !== '' && text.includes('\n')) return [codeBlock(text, codeLanguage)];
  if (html !== '' && codeLanguage === '') return readHtml(html, kind, handlers);
  if (looksLikeMarkdown(text)) return read(fromMarkdown(text, kind));
  const lines = text.split(/\n+/u).filter((line) => line !== '');
  return lines.map((line) => ({ type: 'paragraph', content: [{ type: 'text', text: line.replaceAll('\t', ' ') }] }));
}

function readHtml(
  html: string,
  kind: DocumentKind,
  { onLostImage = () => undefined, onFile }: ImageHandlers,
): readonly DocumentNode[] | null {
  if (onFile === undefined) return read(fromHtml(html, kind, { onLostImage }));
  const { html: rest, files } = takeDataImages(html);
  const withPlaceholders = (node: DocumentNode): DocumentNode => {
    const file = node.type === 'image' ? files.get(textAttribute(node, 'src')) : undefined;
    if (file === undefined)
      return node.content === undefined ? node : { ...node, content: node.content.map((child) => withPlaceholders(child)) };
    return { type: 'imageUploadPlaceholder', attrs: { uniqueId: onFile(file, node), loading: true, totalSize: file.size } };
  };
  return read(fromHtml(rest, kind, { onLostImage }))?.map((block) => withPlaceholders(block)) ?? null;
}

/** VS Code's own names for some languages. */
const editorNames: Readonly<Record<string, string>> = { javascriptreact: 'jsx', typescriptreact: 'tsx', plaintext: '' };

function codeBlock(text: string, language: string): DocumentNode {
  const mode = findCodeLanguage(language)?.mode ?? editorNames[language] ?? language;
  return { type: 'codeBlock', attrs: { mode }, content: [{ type: 'text', text: text.replace(/\n$/u, '') }] };
}

function read(validation: ReturnType<typeof fromHtml>): readonly DocumentNode[] | null {
  return validation.ok ? (validation.document.content ?? []).map((node) => adopt(node)) : null;
}

/** Returns a copy of a pasted block without its ID, and with the menu's name for its language. */
function adopt(node: DocumentNode): DocumentNode {
  const definition = findNode(node.type);
  const name = definition === undefined ? null : idAttributeOf(definition);
  const mode = node.type === 'codeBlock' ? findCodeLanguage(textAttribute(node, 'mode'))?.mode : undefined;
  return {
    ...node,
    ...(name === null ? {} : { attrs: { ...node.attrs, ...(mode === undefined ? {} : { mode }), [name]: null } }),
    ...(node.content === undefined ? {} : { content: node.content.map((child) => adopt(child)) }),
  };
}
