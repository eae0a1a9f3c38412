import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { css } from '@codemirror/lang-css';
import { html } from '@codemirror/lang-html';
import { javascript } from '@codemirror/lang-javascript';
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { RunLanguage } from '@newline/document/run-languages';

/** The editor of a file: CodeMirror in the look of the site's code. */
export type CodeEditor = {
  readonly focus: () => void;
  readonly setText: (text: string) => void;
  readonly destroy: () => void;
};

const languages: Readonly<Record<RunLanguage, () => Extension | Promise<Extension>>> = {
  javascript: () => javascript(),
  typescript: () => javascript({ typescript: true }),
  jsx: () => javascript({ jsx: true }),
  tsx: () => javascript({ jsx: true, typescript: true }),
  html: () => html(),
  css: () => css(),
  // Loaded with the engine, so that JavaScript starts without them.
  python: async () => (await import('@codemirror/lang-python')).python(),
  sql: async () => {
    const { PostgreSQL, sql } = await import('@codemirror/lang-sql');
    return sql({ dialect: PostgreSQL });
  },
};

// The same colors as in the text.
const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: 'var(--syn-key)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--syn-str)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--syn-num)' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.attributeName], color: 'var(--syn-fn)' },
  { tag: [tags.typeName, tags.className, tags.tagName], color: 'var(--syn-typ)' },
  { tag: tags.comment, color: 'var(--syn-com)', fontStyle: 'italic' },
]);

const look = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'var(--ink)', fontSize: 'inherit', maxHeight: '28rem' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: 'inherit', overflow: 'auto' },
  '.cm-content': { padding: '.75rem 0', caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'transparent', border: '0', color: 'var(--ink-3)', fontSize: '.75rem' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in oklab, var(--ink) 4%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in oklab, var(--accent) 30%, transparent)',
  },
});

/** Opens an editor in an element. Tab indents, Escape calls `onLeave`, and Ctrl or Cmd with Enter calls `onRun`. */
export function openEditor(
  parent: HTMLElement,
  options: {
    readonly text: string;
    readonly language: RunLanguage;
    readonly label: string;
    /** The ID of the element that explains the keys. */
    readonly hintId: string;
    readonly onChange: (text: string) => void;
    readonly onRun: () => void;
    readonly onLeave: () => void;
  },
): CodeEditor {
  const language = new Compartment();
  const loading = languages[options.language]();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        keymap.of([
          { key: 'Mod-Enter', run: () => (options.onRun(), true) },
          { key: 'Escape', run: () => (options.onLeave(), true) },
        ]),
        lineNumbers(),
        history(),
        drawSelection(),
        indentUnit.of(options.language === 'python' ? '    ' : '  '),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
        language.of(loading instanceof Promise ? [] : loading),
        syntaxHighlighting(colors),
        look,
        EditorView.contentAttributes.of({
          'aria-label': options.label,
          'aria-describedby': options.hintId,
          spellcheck: 'false',
          autocapitalize: 'off',
        }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) options.onChange(state.doc.toString());
        }),
      ],
    }),
  });
  // Without its colors, the code can be edited all the same.
  if (loading instanceof Promise) loading.then((loaded) => view.dispatch({ effects: language.reconfigure(loaded) })).catch(() => undefined);
  return {
    focus: () => view.focus(),
    setText: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    destroy: () => view.destroy(),
  };
}
