import type { DocumentNode } from '@newline/document/document-node';
import { describe, expect, test } from 'vitest';
import { takeDataImages } from '../../src/paste/data-images.ts';
import { readClipboard } from '../../src/paste/read-clipboard.ts';
import { findPlaceholders, placePlaceholders, replacePlaceholder } from '../../src/uploads/upload-commands.ts';
import { createHeadlessEditor } from '../headless-editor.ts';

/** A data: URL of so many bytes, which nobody looks at here. */
const dataUrl = (bytes: number, type = 'image/png') => `data:${type};base64,${Buffer.alloc(bytes, 7).toString('base64')}`;

describe('images in data: URLs @EDIT-09 @EDIT-03', () => {
  test('become files with their type; a pixel, other kinds and damaged data stay as they are', () => {
    const lines = `data:image/JPG;base64,${Buffer.alloc(300).toString('base64').replaceAll(/.{60}/gu, '$&\n')}`;
    const { html, files } = takeDataImages(`<img src="${dataUrl(200)}" alt="a"><IMG SRC='${lines}'>`);
    expect(html).toBe('<img src="https://clipboard.invalid/1" alt="a"><IMG src="https://clipboard.invalid/2">');
    expect([...files.values()].map(({ name, type, size }) => [name, type, size])).toEqual([
      ['pasted-1.png', 'image/png', 200],
      ['pasted-2.jpeg', 'image/jpeg', 300],
    ]);
    for (const url of [
      dataUrl(80),
      dataUrl(400, 'image/svg'),
      dataUrl(400, 'text/plain'),
      dataUrl(10_000_001),
      `data:image/png;base64,A${'='.repeat(400)}`,
    ]) {
      const untouched = takeDataImages(`<img src="${url}">`);
      expect(untouched.html).toBe(`<img src="${url}">`);
      expect(untouched.files.size).toBe(0);
    }
  });

  test('are placeholders where they stood, even if they are larger than any text may be', () => {
    const uploads: { readonly file: File; readonly image: DocumentNode }[] = [];
    let lostCount = 0;
    const onFile = (file: File, image: DocumentNode) => `upload-${uploads.push({ file, image })}`;
    const html = `<p>one</p><figure><img src="${dataUrl(6_000_000)}" alt="A chart"><figcaption>Sales</figcaption></figure><p>two<img src="${dataUrl(500)}">three</p><img src="file:///c.png">`;
    const onLostImage = () => {
      lostCount += 1;
    };
    const blocks = readClipboard({ html, text: '', codeLanguage: '' }, 'article', { onLostImage, onFile }) ?? [];
    expect(blocks.map(({ type, attrs }) => (type === 'imageUploadPlaceholder' ? attrs?.['uniqueId'] : type))).toEqual([
      'paragraph',
      'upload-1',
      'paragraph',
      'upload-2',
      'paragraph',
    ]);
    expect(uploads.map(({ file }) => file.size)).toEqual([6_000_000, 500]);
    expect(uploads[0]?.image).toMatchObject({ attrs: { alt: 'A chart' }, content: [{ type: 'text', text: 'Sales' }] });
    expect(lostCount).toBe(1);
  });

  test('keep their alternative text and caption when they have arrived', () => {
    const { state } = createHeadlessEditor('T', 'words');
    const placed = state.apply(placePlaceholders(state, ['u'], 1) ?? state.tr);
    expect(findPlaceholders(placed.doc)).toHaveLength(1);
    const pasted = {
      type: 'image',
      attrs: { src: 'https://clipboard.invalid/1', alt: 'A chart' },
      content: [{ type: 'text', text: 'Sales' }],
    };
    const image = { attachmentId: 'a1', imageUrl: '/media/1.webp', width: 800, height: 400 };
    const change = replacePlaceholder(placed, 'u', image, pasted);
    const inserted = placed.apply(change?.insert ?? placed.tr);
    const node = inserted.doc.children.find(({ type }) => type.name === 'image');
    expect(node?.attrs).toMatchObject({ src: '/media/1.webp', alt: 'A chart', attachmentId: 'a1', width: 800 });
    expect(node?.textContent).toBe('Sales');
  });
});
