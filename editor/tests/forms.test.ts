import { validateDocument } from '@newline/document/validate';
import { TextSelection } from '@tiptap/pm/state';
import { describe, expect, test } from 'vitest';
import { blockOfAddress } from '../src/forms/address-paste-plugin.ts';
import { closeForm, createFormsPlugin, openForm, openFormOf } from '../src/forms/forms-plugin.ts';
import { refusalOfEmbed } from '../src/forms/load-embed.ts';
import { failureComment, fillRemoteCode, modeOf } from '../src/forms/load-remote-code.ts';
import { mdxComponents, readProperties, writeProperties } from '../src/forms/read-properties.ts';
import { findFault } from '../src/forms/remote-code-form.tsx';
import type { RemoteCodeLookup } from '../src/services.ts';
import { createHeadlessEditor, putCaret } from './headless-editor.ts';

const file = 'https://github.com/a/b/blob/main/src/c.py';
const pages = {
  isRemoteCodeUrl: (url: string) => url.startsWith('https://github.com/'),
  isEmbeddable: (url: string) => url.includes('youtube.com'),
};

test('an open form isn’t part of the document, follows its position and disappears with its block', () => {
  const editor = createHeadlessEditor('T', 'one\n\n---\n\ntwo');
  const plugin = createFormsPlugin(() => {});
  editor.view.updateState(editor.state.reconfigure({ plugins: [plugin, ...editor.state.plugins] }));
  const before = editor.getJSON();
  const at = editor.state.doc.child(0).nodeSize + editor.state.doc.child(1).nodeSize;
  editor.view.dispatch(openForm(editor.state.tr, { kind: 'image', at, isEdit: true }));
  expect(editor.getJSON()).toEqual(before);
  editor.view.dispatch(editor.state.tr.insertText('xx', 1));
  expect(openFormOf(editor.state)).toMatchObject({ at: at + 2 });
  editor.view.dispatch(editor.state.tr.delete(at + 2, at + 3));
  expect(openFormOf(editor.state)).toBeNull();
  editor.view.dispatch(openForm(editor.state.tr, { kind: 'embed', at, isEdit: false }));
  editor.view.dispatch(closeForm(editor.state.tr));
  expect(openFormOf(editor.state)).toBeNull();
});

describe('remote code @EDIT-06', () => {
  test('has lines that are whole numbers in order', () => {
    const check = (start: string, end: string) => findFault(file, start, end, pages.isRemoteCodeUrl)?.message ?? null;
    expect(check('', '')).toBeNull();
    expect(check('3', '9')).toBeNull();
    expect(check('x', '')).toBe('Start Line must be a whole number, 1 or more.');
    expect(check('1', '1e3')).toBe('End Line must be a whole number, 1 or more.');
    expect(check('14', '9')).toBe('End Line comes before Start Line.');
  });

  test('from a pasted URL is a loading block with its lines, and a comment of the language if that fails', () => {
    const editor = createHeadlessEditor('T', '::paragraph');
    putTextCaret(editor);
    const tr = blockOfAddress(editor.state, `${file}#L3-L7`, pages);
    if (tr === null) throw new Error('expected a block');
    editor.view.dispatch(tr);
    const block = editor.state.doc.child(1);
    expect(block.child(1).attrs).toMatchObject({ loading: true, locality: 'remote', startLine: 3, endLine: 7, mode: 'python' });
    const filled = fillRemoteCode(editor.state, String(block.attrs['uniqueId']), `${file}#L3-L7`, null);
    if (filled === null) throw new Error('expected the block');
    editor.view.dispatch(filled);
    expect(editor.state.doc.child(1).textContent).toBe('# failed to load code from remote url');
    expect(editor.state.doc.child(1).child(1).attrs).toMatchObject({ loading: false, readOnly: true });
  });

  test.each([
    ['#L20-L10', 10, 20],
    ['#L7', 7, 7],
    ['#L0', null, null],
    ['#L3-L9999999', null, null],
    ['', null, null],
  ])('from a pasted URL that ends in %s requests the lines that the API accepts', (hash, startLine, endLine) => {
    const editor = createHeadlessEditor('T', '::paragraph');
    putTextCaret(editor);
    expect(
      blockOfAddress(editor.state, file + hash, pages)
        ?.doc.child(1)
        .child(1).attrs,
    ).toMatchObject({ startLine, endLine });
  });

  test('from a URL with an invalid percent sign is a block like any other', () => {
    const editor = createHeadlessEditor('T', '::paragraph');
    putTextCaret(editor);
    const stray = 'https://github.com/a/b/blob/main/100%/c%20d.py';
    const tr = blockOfAddress(editor.state, stray, pages);
    if (tr === null) throw new Error('expected a block');
    editor.view.dispatch(tr);
    const block = editor.state.doc.child(1);
    expect(block.child(0).attrs).toMatchObject({ url: stray, filepath: '100%/c%20d.py' });
    const filled = fillRemoteCode(editor.state, String(block.attrs['uniqueId']), stray, null);
    expect(filled?.doc.child(1).textContent).toBe('# failed to load code from remote url');
  });

  test('fails for a response with errors, and otherwise gets its header and code', () => {
    const editor = createHeadlessEditor('T', '::paragraph');
    putTextCaret(editor);
    const tr = blockOfAddress(editor.state, file, pages);
    if (tr === null) throw new Error('expected a block');
    editor.view.dispatch(tr);
    const id = String(editor.state.doc.child(1).attrs['uniqueId']);
    const lookup: RemoteCodeLookup = {
      url: file,
      displayName: 'c.py',
      startLine: 2,
      endLine: 3,
      codeQuery: null,
      text: 'x = 1',
      filepath: 'src/c.py',
      commit: { oid: 'abc', refname: 'main' },
      repository: { service: 'github', owner: 'a', name: 'b' },
      errors: [],
    };
    for (const [answer, text] of [
      [{ ...lookup, errors: ['No such file.'] }, '# failed to load code from remote url'],
      [lookup, 'x = 1'],
    ] as const) {
      const filled = fillRemoteCode(editor.state, id, file, answer);
      if (filled !== null) editor.view.dispatch(filled);
      expect(editor.state.doc.child(1).textContent).toBe(text);
    }
    expect(editor.state.doc.child(1).child(0).attrs).toMatchObject({ filepath: 'src/c.py', oid: 'abc', owner: 'a', name: 'b' });
    expect(editor.state.doc.child(1).child(1).attrs).toMatchObject({ displayName: 'c.py', startLine: 2, endLine: 3 });
  });

  test('gets its language and comment syntax from the file extension', () => {
    expect(modeOf('a/b.tsx')).toBe('tsx');
    expect(modeOf('a/b.rs')).toBe('rust');
    expect(modeOf('Makefile')).toBe('');
    expect(failureComment('https://github.com/a/b/blob/main/x.html')).toBe('<!-- failed to load code from remote url -->');
    expect(failureComment('https://github.com/a/b/blob/main/x.sql')).toBe('-- failed to load code from remote url');
    expect(failureComment('nothing')).toBe('// failed to load code from remote url');
  });
});

describe('embeds @EDIT-07', () => {
  test('with an invalid or unlisted URL are refused with the reason', () => {
    expect(refusalOfEmbed('https://www.youtube.com/watch?v=1', pages)).toBeNull();
    for (const address of ['', 'youtube', 'javascript:youtube.com', 'data:text/html,youtube.com', 'https://evil.example/']) {
      expect(refusalOfEmbed(address, pages)).toMatch(/\S/u);
    }
  });

  test('with an allowed host and a user name or a port say what is wrong with the URL', () => {
    const services = { isEmbeddable: (url: string) => url === 'https://youtube.com/' };
    expect(refusalOfEmbed('https://me@youtube.com/', services)).toBe('Enter a URL that starts with https:// and has no username or port.');
    expect(refusalOfEmbed('https://evil.example/', services)).toMatch(/^evil\.example can’t be embedded/);
  });

  test('come from a pasted URL only on an empty line', () => {
    const editor = createHeadlessEditor('T', 'words');
    putCaret(editor, 'words', 'after');
    expect(blockOfAddress(editor.state, 'https://www.youtube.com/watch?v=1', pages)).toBeNull();
    const empty = createHeadlessEditor('T', '::paragraph');
    putTextCaret(empty);
    const tr = blockOfAddress(empty.state, 'https://www.youtube.com/watch?v=1', pages);
    expect(tr?.doc.child(1).attrs).toMatchObject({ url: 'https://www.youtube.com/watch?v=1', loading: true, src: null });
    expect(blockOfAddress(empty.state, 'https://evil.example/', pages)).toBeNull();
  });
});

describe('properties of MDX @EDIT-08', () => {
  test('are only literals, and their lines return what they were read from', () => {
    const { properties } = readProperties('title=It is {alert(1)}\nlevel=2\nopen=true\nnone=null\ntext="2"');
    expect(properties).toEqual({ title: 'It is {alert(1)}', level: 2, open: true, none: null, text: '2' });
    expect(readProperties(writeProperties(properties ?? {})).properties).toEqual(properties);
    for (const lines of ['<b>', 'Title=x', 'constructor=x', '=x', Array.from({ length: 21 }, (_, index) => `a${index}=1`).join('\n')]) {
      expect(readProperties(lines).fault).toMatch(/\S/u);
    }
  });

  test('are offered only for components of the format', () => {
    for (const component of mdxComponents) {
      const read = validateDocument({ type: 'doc', content: [{ type: 'mdx', attrs: { component } }] }, 'article');
      expect(read.ok && read.document.content?.[0]?.attrs?.['component']).toBe(component);
    }
  });
});

/** Puts the caret into the line below the title. */
function putTextCaret(editor: ReturnType<typeof createHeadlessEditor>): void {
  const at = editor.state.doc.child(0).nodeSize + 1;
  editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, at)));
}
