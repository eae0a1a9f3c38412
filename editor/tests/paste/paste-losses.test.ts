import { describe, expect, test } from 'vitest';
import { EditorState } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { createPasteLossPlugin, noteLostImages } from '../../src/paste/paste-losses.ts';
import { readClipboard } from '../../src/paste/read-clipboard.ts';
import { createHeadlessEditor } from '../headless-editor.ts';

describe('images that a paste loses @EDIT-09', () => {
  test('are counted: those of files and of data, not those of the web', () => {
    let count = 0;
    const html = '<p>a<img src="file:///a.png"><img src="data:image/png;base64,AA=="><img src="https://example.org/a.png"></p>';
    readClipboard({ html, text: '', codeLanguage: '' }, 'article', () => {
      count += 1;
    });
    expect(count).toBe(2);
  });

  test('are reported once, after the paste that lost them', () => {
    const { schema } = createHeadlessEditor('T', 'words');
    const messages: string[] = [];
    const plugin = createPasteLossPlugin((message) => messages.push(message));
    let state = EditorState.create({ schema, plugins: [plugin] });
    const change = (count: number) => {
      const before = state;
      state = state.apply(noteLostImages(state.tr, count));
      const view = { state } as EditorView;
      plugin.spec.view?.(view).update?.(view, before);
    };
    for (const count of [2, 0, 1]) change(count);
    expect(messages).toEqual([
      '2 images couldn’t be pasted. Save them as files and add them here.',
      'An image couldn’t be pasted. Save it as a file and add it here.',
    ]);
  });
});
