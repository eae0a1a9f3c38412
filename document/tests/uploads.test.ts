import { expect, test } from 'vitest';
import { findUpload, withoutUploads } from '../src/uploads.ts';

const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'Words' }] };
const placeholder = { type: 'imageUploadPlaceholder', attrs: { progressPercent: 40 } };

test('placeholders of uploads are found and removed at any depth @EDIT-03', () => {
  const finished = { type: 'doc', content: [paragraph, { type: 'image', attrs: { src: '/media/1.webp' } }] };
  expect(findUpload(finished)).toBeNull();
  expect(withoutUploads(finished)).toBe(finished);
  const uploading = { type: 'doc', content: [paragraph, { type: 'blockquote', content: [paragraph, placeholder] }, placeholder] };
  expect(findUpload(uploading)).toBe('content[1].content[1]');
  expect(withoutUploads(uploading)).toEqual({ type: 'doc', content: [paragraph, { type: 'blockquote', content: [paragraph] }] });
});
