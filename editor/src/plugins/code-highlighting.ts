import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import type { EditorServices } from '../services.ts';
import { changedSpans, type Span } from './changed-spans.ts';

interface Highlighting {
  readonly decorations: DecorationSet;
  /** The range in which code has changed since it was last colored. */
  readonly dirty: Span | null;
}

interface Colored {
  readonly blocks: readonly (Span & { readonly decorations: readonly Decoration[] })[];
  /** The range that is still to be colored. */
  readonly rest: Span | null;
}

const key = new PluginKey<Highlighting>('codeHighlighting');

/** The length above which code stays plain. */
const maxCharacters = 50_000;
/** The pause in typing after which colors are updated, and the longest time without an update. */
const pauseMs = 200;
const longestMs = 2500;
/** The duration of one round of coloring. */
const roundMs = 8;

/**
 * Colors code blocks when the browser is idle, and only those that changed; until then, colors move along with their text. The code for
 * coloring and its languages is loaded when there is a code block. If it fails, the code stays plain and the failure is logged.
 */
export const CodeHighlighting = Extension.create<{ readonly services: EditorServices | null }>({
  name: 'codeHighlighting',
  addOptions: () => ({ services: null }),
  addProseMirrorPlugins() {
    const { services } = this.options;
    const done = new WeakSet<Node>();
    return [
      new Plugin<Highlighting>({
        key,
        state: {
          init: (_config, { doc }) => ({
            decorations: DecorationSet.empty,
            dirty: codeWithin(doc, { from: 0, to: doc.content.size }, done),
          }),
          apply: (tr, value) => apply(tr, value, done),
        },
        props: { decorations: (state) => key.getState(state)?.decorations },
        view: (view) => new Colorer(view, services, done),
      }),
    ];
  },
});

function apply(tr: Transaction, value: Highlighting, done: WeakSet<Node>): Highlighting {
  const colored = tr.getMeta(key) as Colored | undefined;
  if (colored !== undefined) {
    let { decorations } = value;
    for (const { from, to, decorations: added } of colored.blocks) {
      decorations = decorations.remove(decorations.find(from, to)).add(tr.doc, [...added]);
    }
    return { decorations, dirty: colored.rest };
  }
  if (!tr.docChanged) return value;
  let dirty: Span | null =
    value.dirty === null ? null : { from: tr.mapping.map(value.dirty.from, -1), to: tr.mapping.map(value.dirty.to, 1) };
  for (const span of changedSpans(tr)) dirty = join(dirty, codeWithin(tr.doc, span, done));
  return { decorations: value.decorations.map(tr.mapping, tr.doc), dirty };
}

/**
 * Returns the span from the first to the last code block that a span touches, or null if it touches none. They all count as not done: a
 * block that was moved, or that Undo restored, is the same node as before but has lost its colors.
 */
function codeWithin(doc: Node, span: Span, done: WeakSet<Node>): Span | null {
  let combined: Span | null = null;
  doc.nodesBetween(span.from, Math.min(Math.max(span.to, span.from + 1), doc.content.size), (node, pos) => {
    if (node.type.name === 'codeBlock') {
      done.delete(node);
      combined = join(combined, { from: pos, to: pos + node.nodeSize });
    }
    return !node.inlineContent;
  });
  return combined;
}

function join(one: Span | null, other: Span | null): Span | null {
  if (one === null || other === null) return one ?? other;
  return { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };
}

/** Waits until typing pauses, then colors what is dirty, a few milliseconds at a time. */
class Colorer {
  readonly #view: EditorView;
  readonly #services: EditorServices | null;
  /** The nodes that have been colored at their current positions. Nodes are immutable. */
  readonly #done: WeakSet<Node>;
  #pause: ReturnType<typeof setTimeout> | null = null;
  #waitingSince = 0;
  #isColouring = false;
  #isGone = false;

  constructor(view: EditorView, services: EditorServices | null, done: WeakSet<Node>) {
    this.#view = view;
    this.#services = services;
    this.#done = done;
    this.update(view, null);
  }

  update(view: EditorView, before: EditorState | null): void {
    const highlighting = key.getState(view.state);
    if (!highlighting?.dirty || highlighting === (before === null ? undefined : key.getState(before))) return;
    const nowMs = performance.now();
    if (this.#pause === null) this.#waitingSince = nowMs;
    else if (nowMs - this.#waitingSince > longestMs) return;
    this.#colorSoon();
  }

  #colorSoon(): void {
    if (this.#pause !== null) clearTimeout(this.#pause);
    this.#pause = setTimeout(() => {
      this.#pause = null;
      whenIdle(() => void this.#color());
    }, pauseMs);
  }

  destroy(): void {
    this.#isGone = true;
    if (this.#pause !== null) clearTimeout(this.#pause);
  }

  async #color(): Promise<void> {
    if (this.#isColouring || this.#isGone) return;
    this.#isColouring = true;
    try {
      const { hasGrammar, highlightCode } = await import('../code/highlight-code.ts');
      for (;;) {
        if (this.#isGone) break;
        if (this.#view.composing) {
          this.#colorSoon();
          break;
        }
        const { doc } = this.#view.state;
        const waiting = this.#waiting(doc);
        if (waiting.length === 0) {
          if (key.getState(this.#view.state)?.dirty) this.#show([], null);
          break;
        }
        const blocks: { readonly node: Node; readonly pos: number; readonly decorations: readonly Decoration[] }[] = [];
        const until = performance.now() + roundMs;
        for (const { node, pos } of waiting) {
          this.#done.add(node);
          const mode = String(node.attrs['mode']);
          const runs = hasGrammar(mode) && node.content.size <= maxCharacters ? await highlightCode(node.textContent, mode) : [];
          const decorations = runs.map(({ from, to, color }) => Decoration.inline(pos + 1 + from, pos + 1 + to, { class: color }));
          blocks.push({ node, pos, decorations });
          if (performance.now() > until) break;
        }
        if (this.#isGone) break;
        // The text may have changed while a grammar was loaded; moved code is colored in the next round.
        const current = this.#view.state.doc;
        const still = blocks.filter(({ node, pos }) => current === doc || (pos < current.content.size && current.nodeAt(pos) === node));
        for (const { node } of blocks) if (!still.some((block) => block.node === node)) this.#done.delete(node);
        const dirty = key.getState(this.#view.state)?.dirty ?? null;
        if (still.length > 0)
          this.#show(
            still.map(({ node, pos, decorations }) => ({ from: pos, to: pos + node.nodeSize, decorations })),
            dirty,
          );
        await idle();
      }
    } catch (error) {
      this.#services?.logFailure('highlight', error);
    } finally {
      this.#isColouring = false;
    }
  }

  #waiting(doc: Node): readonly { readonly node: Node; readonly pos: number }[] {
    const dirty = key.getState(this.#view.state)?.dirty;
    const waiting: { readonly node: Node; readonly pos: number }[] = [];
    if (!dirty) return waiting;
    doc.nodesBetween(dirty.from, Math.min(dirty.to, doc.content.size), (node, pos) => {
      if (node.type.name === 'codeBlock' && !this.#done.has(node)) waiting.push({ node, pos });
      return !node.inlineContent;
    });
    return waiting;
  }

  #show(blocks: Colored['blocks'], rest: Span | null): void {
    const { state } = this.#view;
    this.#view.dispatch(state.tr.setMeta(key, { blocks, rest } satisfies Colored).setMeta('addToHistory', false));
  }
}

function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 500 });
  else setTimeout(work, 0);
}

function idle(): Promise<void> {
  return new Promise((resolve) => whenIdle(resolve));
}
