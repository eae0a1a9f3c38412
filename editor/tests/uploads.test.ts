import { describe, expect, test } from 'vitest';
import type { EditorServices, UploadedImage } from '../src/services.ts';
import { fromEditorDoc } from '../src/content.ts';
import { sortImageFiles } from '../src/uploads/image-files.ts';
import { findPlaceholders, newUploadIds, noteProgress, placePlaceholders, replacePlaceholder } from '../src/uploads/upload-commands.ts';
import { createUploadQueue } from '../src/uploads/upload-queue.ts';
import { createHeadlessEditor, putCaret } from './headless-editor.ts';

const image: UploadedImage = { attachmentId: 'a1', imageUrl: '/media/1.webp', width: 800, height: 400 };
const file = (name: string, type = 'image/png', bytes = 10) => new File([new Uint8Array(bytes)], name, { type });

/** A fake server whose responses the test controls, one for each upload. */
function fakeServer() {
  const sent: {
    file: File;
    signal: AbortSignal;
    progress: (sentBytes: number) => void;
    resolve: () => void;
    reject: (error: Error) => void;
  }[] = [];
  const services: Pick<EditorServices, 'uploadImage' | 'logFailure'> = {
    uploadImage: (source, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
        sent.push({
          file: source,
          signal,
          progress: (sentBytes) => onProgress({ sentBytes, totalBytes: source.size }),
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
  test('refuse files that are empty, too large or not images, before sending them', () => {
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

  test('send three at a time, the next when one is done, each with its own progress', async () => {
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

  test('report how many are pending or failed, and none pending only when the image is in the text', async () => {
    const { sent, services } = fakeServer();
    const heard: string[] = [];
    const queue = createUploadQueue({ services, onUploaded: (id) => heard.push(`image ${id}`) });
    const leave = queue.watchCounts(({ pending, failed }) => heard.push(`${pending} pending, ${failed} failed`));
    queue.add('1', file('1.png'));
    queue.add('2', file('2.png'));
    sent[0]?.progress(5);
    sent[0]?.resolve();
    await settled();
    sent[1]?.reject(new Error('The picture is damaged.'));
    await settled();
    queue.cancel('2');
    leave();
    queue.add('3', file('3.png'));
    expect(heard).toEqual([
      '0 pending, 0 failed',
      '1 pending, 0 failed',
      '2 pending, 0 failed',
      'image 1',
      '1 pending, 0 failed',
      '0 pending, 1 failed',
      '0 pending, 0 failed',
    ]);
  });

  test('abort when they are canceled, and ignore what arrives afterwards', async () => {
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

  test('that failed say why and start over', async () => {
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

  test('are removed by undo and restored by redo as an image, never as a placeholder', () => {
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

test('@EDIT-03 a placeholder shows how much of its image was sent; the reported text has none, at any depth', () => {
  const editor = createHeadlessEditor('T', 'one\n\n> two');
  putCaret(editor, 'two');
  const [id = ''] = newUploadIds(editor.state.doc, 1);
  const placed = placePlaceholders(editor.state, [id], editor.state.selection.from, [1000]);
  if (placed === null) throw new Error('expected a place');
  editor.view.dispatch(placed);
  const attributes = () => findPlaceholders(editor.state.doc)[0]?.node.attrs;
  expect(attributes()).toMatchObject({ progressPercent: 0, totalSize: 1000, uploadedSize: 0, loading: true });
  const state = { fileName: 'a.png', status: 'sending', totalBytes: 1000, message: null, previewUrl: null } as const;
  const note = (changes: { sentBytes: number; status?: 'failed' }) => {
    const tr = noteProgress(editor.state, id, { ...state, ...changes });
    if (tr !== null) editor.view.dispatch(tr);
    return tr;
  };
  expect(note({ sentBytes: 705 })).not.toBeNull();
  expect(attributes()).toMatchObject({ progressPercent: 70, totalSize: 1000, uploadedSize: 705, loading: true });
  // Less than a percent further: the document doesn't change.
  expect(note({ sentBytes: 709 })).toBeNull();
  note({ sentBytes: 709, status: 'failed' });
  expect(attributes()).toMatchObject({ loading: false });
  expect(editor.can().undo()).toBe(false);
  const saved = fromEditorDoc(editor.state.doc, 'article').document;
  expect(JSON.stringify(saved)).not.toContain('imageUploadPlaceholder');
  expect(JSON.stringify(saved)).toContain('two');
});

test('@EDIT-03 an image that replaces an empty line leaves a line to write on', () => {
  const editor = createHeadlessEditor('T', '::paragraph');
  const at = editor.state.doc.child(0).nodeSize + 1;
  const placed = placePlaceholders(editor.state, newUploadIds(editor.state.doc, 1), at);
  if (placed === null) throw new Error('expected a place');
  editor.view.dispatch(placed);
  expect(editor.state.doc.children.map(({ type }) => type.name)).toEqual(['title', 'imageUploadPlaceholder', 'paragraph']);
  expect(editor.state.selection.$from.parent).toBe(editor.state.doc.child(2));
});
