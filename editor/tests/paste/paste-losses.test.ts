import { describe, expect, test } from 'vitest';
import { history, undo } from '@tiptap/pm/history';
import { EditorState, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { createMessages } from '../../src/menus/messages.ts';
import { createPasteLossPlugin, notePaste, noteRefusedPaste, reportUnloadedImages } from '../../src/paste/paste-losses.ts';
import { readClipboard } from '../../src/paste/read-clipboard.ts';
import { createHeadlessEditor } from '../headless-editor.ts';

describe('images that a paste loses @EDIT-09', () => {
  test('are counted: those of files and of data, not those of the web', () => {
    let count = 0;
    const html = '<p>a<img src="file:///a.png"><img src="data:image/png;base64,AA=="><img src="https://example.org/a.png"></p>';
    const onLostImage = () => {
      count += 1;
    };
    readClipboard({ html, text: '', codeLanguage: '' }, 'article', { onLostImage });
    expect(count).toBe(2);
  });

  /** A text with the plugin, whose changes are shown like those of a view. */
  function open() {
    const { schema } = createHeadlessEditor('T', 'words');
    const messages = createMessages();
    const plugin = createPasteLossPlugin(messages);
    let state = EditorState.create({ schema, plugins: [history(), plugin] });
    const { update } = plugin.spec.view?.({ state } as EditorView) ?? {};
    const change = (tr: Transaction) => {
      const before = state;
      state = state.apply(tr);
      update?.({ state } as EditorView, before);
    };
    const type = (text: string) => state.tr.insertText(text, 1);
    const shown = () => messages.current().map(({ message, actions }) => [message, ...actions.map(({ label }) => label)]);
    return { messages, change, type, shown, state: () => state };
  }

  test('are reported once, after the paste that lost them, which can be undone until the text changes otherwise', () => {
    const { change, type, shown, state } = open();
    change(notePaste(type('one'), { text: 'one', lostImages: 2 }));
    const two = '2 images couldn’t be pasted. Save them as files and add them here.';
    expect(shown()).toEqual([[two, 'Undo', 'Paste as plain text']]);
    change(state().tr.insertText('uploaded', 1).setMeta('addToHistory', false));
    expect(shown()).toEqual([[two, 'Undo', 'Paste as plain text']]);
    change(type('typed'));
    expect(shown()).toEqual([[two]]);
    change(notePaste(type('two'), { text: 'two', lostImages: 0 }));
    change(notePaste(type('three'), { text: '', lostImages: 1 }));
    const one = 'An image couldn’t be pasted. Save it as a file and add it here.';
    expect(shown()).toEqual([[two], [one, 'Undo']]);
  });

  test('are no longer reported after an undo, which undoes only the paste', () => {
    const { change, type, shown, state } = open();
    change(type('typed'));
    change(notePaste(type('pasted'), { text: 'pasted', lostImages: 1 }));
    undo(state(), change);
    expect(state().doc.textContent).toBe('typed');
    expect(shown()).toEqual([]);
  });

  test('are reported also when their site doesn’t send them, but not for a text that was only opened', () => {
    const { messages, change, type, shown, state } = open();
    const report = () => reportUnloadedImages({ state: state() } as EditorView, messages, 2);
    report();
    expect(shown()).toEqual([]);
    change(notePaste(type('one'), { text: 'one', lostImages: 0 }));
    report();
    expect(shown()).toEqual([['2 images couldn’t be loaded. Save them as files and add them here.', 'Undo', 'Paste as plain text']]);
  });

  test('and a paste that is too long says so', () => {
    const { change, shown, state } = open();
    change(noteRefusedPaste(state().tr));
    expect(shown()).toEqual([['This is too long to paste. Paste a part of it.']]);
  });
});
