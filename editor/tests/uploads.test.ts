import { describe, expect, test } from 'vitest';
import type { EditorServices, UploadedImage } from '../src/services.ts';
import { sortImageFiles } from '../src/uploads/image-files.ts';
import { findPlaceholders, newUploadIds, placePlaceholders, replacePlaceholder } from '../src/uploads/upload-commands.ts';
import { createUploadQueue } from '../src/uploads/upload-queue.ts';
import { createHeadlessEditor, putCaret } from './headless-editor.ts';

const image: UploadedImage = { attachmentId: 'a1', imageUrl: '/media/1.webp', width: 800, height: 400 };
const file = (name: string, type = 'image/png', bytes = 10) => new File([new Uint8Array(bytes)], name, { type });

/** A server whose answers the test gives, one for each upload. */
function fakeServer() {
  const sent: {
    file: File;
    signal: AbortSignal;
    progress: (sentBytes: number) => void;
    resolve: () => void;
    reject: (error: Error) => void;
  }[] = [];
  const services: Pick<EditorServices, 'uploadImage' | 'logFailure'> = {
    uploadImage: (given, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
        sent.push({
          file: given,
          signal,
          progress: (sentBytes) => onProgress({ sentBytes, totalBytes: given.size }),
          resolve: () => resolve(image),
          reject,
        });
      }),
    logFailure: () => {},
  };
  return { sent, services };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('uploads @EDIT-03', () => {
  test('what is no image, empty or too large is refused before it is sent', () => {
    const { images, refused } = sortImageFiles([
      file('a.png'),
      file('b.svg', 'image/svg+xml'),
      file('c.txt', 'text/plain'),
      file('d.png', 'image/png', 0),
      file('e.avif', 'image/avif'),
      file('f.png', 'image/png', 10_000_001),
    ]);
    expect(images.map(({ name }) => name)).toEqual(['a.png', 'e.avif']);
    expect(refused.map(({ name }) => name)).toEqual(['b.svg', 'c.txt', 'd.png', 'f.png']);
  });

  test('three are sent at once, the next when one is done, each with its own progress', async () => {
    const { sent, services } = fakeServer();
    const done: string[] = [];
    const queue = createUploadQueue({ services, onUploaded: (id) => done.push(id) });
    for (const id of ['1', '2', '3', '4']) queue.add(id, file(`${id}.png`));
    expect(sent).toHaveLength(3);
    expect(queue.state('4')?.status).toBe('waiting');
    sent[1]?.progress(5);
    expect([queue.state('1')?.sentBytes, queue.state('2')?.sentBytes]).toEqual([0, 5]);
    sent[0]?.resolve();
    await settled();
    expect(done).toEqual(['1']);
    expect(queue.state('1')).toBeNull();
    expect(queue.isKnown('1')).toBe(true);
    expect(queue.state('4')?.status).toBe('sending');
  });

  test('cancelling aborts what is sent, and what arrives after is ignored', async () => {
    const { sent, services } = fakeServer();
    const done: string[] = [];
    const queue = createUploadQueue({ services, onUploaded: (id) => done.push(id) });
    queue.add('1', file('1.png'));
    queue.cancel('1');
    expect(sent[0]?.signal.aborted).toBe(true);
    sent[0]?.resolve();
    await settled();
    expect(done).toEqual([]);
    expect(queue.state('1')).toBeNull();
  });

  test('a failed one says why and starts again from nothing', async () => {
    const { sent, services } = fakeServer();
    const queue = createUploadQueue({ services, onUploaded: () => {} });
    queue.add('1', file('1.png'));
    sent[0]?.progress(7);
    sent[0]?.reject(new Error('The picture is damaged.'));
    await settled();
    expect(queue.state('1')).toMatchObject({ status: 'failed', message: 'The picture is damaged.' });
    queue.retry('1');
    expect(queue.state('1')).toMatchObject({ status: 'sending', sentBytes: 0, message: null });
    expect(sent).toHaveLength(2);
  });

  test('undo takes the image, redo gives it back, and neither ever brings the placeholder', () => {
    const editor = createHeadlessEditor('T', 'one\n\ntwo');
    putCaret(editor, 'one');
    const ids = newUploadIds(editor.state.doc, 2);
    const placed = placePlaceholders(editor.state, ids, editor.state.selection.from);
    if (placed === null) throw new Error('expected a place');
    editor.view.dispatch(placed);
    expect(findPlaceholders(editor.state.doc).map(({ id }) => id)).toEqual(ids);
    editor.commands.undo();
    expect(findPlaceholders(editor.state.doc)).toHaveLength(2);
    for (const id of ids) {
      const change = replacePlaceholder(editor.state, id, image);
      if (change === null) throw new Error('expected the placeholder');
      editor.view.dispatch(change.insert);
      const removal = change.remove(editor.state);
      if (removal !== null) editor.view.dispatch(removal);
    }
    const kinds = () => editor.state.doc.children.map(({ type }) => type.name).filter((name) => name !== 'title');
    expect(kinds()).toEqual(['paragraph', 'image', 'image', 'paragraph']);
    editor.commands.undo();
    expect(kinds()).toEqual(['paragraph', 'image', 'paragraph']);
    editor.commands.undo();
    expect(kinds()).toEqual(['paragraph', 'paragraph']);
    editor.commands.redo();
    editor.commands.redo();
    expect(kinds()).toEqual(['paragraph', 'image', 'image', 'paragraph']);
    expect(editor.state.doc.child(2).attrs).toMatchObject({ attachmentId: 'a1', src: '/media/1.webp', width: 800, height: 400 });
  });
});

test('@EDIT-03 an image that takes an empty line leaves a line to write on', () => {
  const editor = createHeadlessEditor('T', '::paragraph');
  const at = editor.state.doc.child(0).nodeSize + 1;
  const placed = placePlaceholders(editor.state, newUploadIds(editor.state.doc, 1), at);
  if (placed === null) throw new Error('expected a place');
  editor.view.dispatch(placed);
  expect(editor.state.doc.children.map(({ type }) => type.name)).toEqual(['title', 'imageUploadPlaceholder', 'paragraph']);
  expect(editor.state.selection.$from.parent).toBe(editor.state.doc.child(2));
});
