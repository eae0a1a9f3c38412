import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import type { NodeView, ViewMutationRecord } from '@tiptap/pm/view';
import { readLineRanges } from '@newline/document/schema/attribute';
import { formatCode, lineOfMistake, reasonNotToFormat } from '../code/format-code.ts';
import { codeLanguages, findCodeLanguage } from '@newline/document/code-languages';
import { findRunLanguage } from '@newline/document/run-languages';
import { listLines, toggleLine } from '../code/line-ranges.ts';
import { announce, showToast } from '../plugins/announcer.ts';
import { servicesOf } from '../plugins/services.ts';
import { makeElement } from './make-element.ts';

interface ViewOptions {
  readonly node: Node;
  readonly editor: Editor;
  readonly getPos: () => number | undefined;
}

/**
 * A code block as the reader sees it, with its own bar: language, highlighted lines, Format, Copy; read-only code has only Copy. Plain DOM,
 * because it contains editable text.
 */
export class CodeBlockView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly #editor: Editor;
  readonly #getPos: () => number | undefined;
  readonly #name = makeElement('b');
  readonly #language = makeElement('select', { class: 'code__language', 'aria-label': 'Language' });
  readonly #lines = makeElement('input', { class: 'code__lines', 'aria-label': 'Highlighted lines', placeholder: 'Lines', size: 6 });
  readonly #format = makeElement('button', { type: 'button', class: 'code__button' }, 'Format');
  readonly #run = makeElement(
    'button',
    { type: 'button', class: 'code__button', title: 'Readers can change and run this code' },
    'Runnable',
  );
  readonly #copy = makeElement('button', { type: 'button', class: 'code__button' }, 'Copy');
  readonly #reason = makeElement('span', { class: 'code__reason' });
  readonly #numbers = makeElement('div', { class: 'code__numbers', 'aria-hidden': 'true', contenteditable: 'false' });
  readonly #bands = makeElement('div', { class: 'code__bands', 'aria-hidden': 'true', contenteditable: 'false' });
  #node: Node;
  #count = 0;
  #shown: unknown = undefined;

  constructor({ node, editor, getPos }: ViewOptions) {
    this.#node = node;
    this.#editor = editor;
    this.#getPos = getPos;
    this.contentDOM = makeElement('code', { spellcheck: 'false', autocapitalize: 'off' });
    const fields = [this.#language, this.#lines, this.#run, this.#format];
    const bar = makeElement('div', { class: 'code__bar', contenteditable: 'false' }, this.#name, ...fields, this.#copy, this.#reason);
    const body = makeElement('div', { class: 'code__body' }, this.#bands, this.#numbers, makeElement('pre', {}, this.contentDOM));
    this.dom = makeElement('figure', { class: 'code code--edited' }, bar, body);
    this.#language.append(...[new Option('Plain text', ''), ...codeLanguages.map(({ mode, name }) => new Option(name, mode))]);
    this.#reason.id = `format-${crypto.randomUUID()}`;
    this.#format.setAttribute('aria-describedby', this.#reason.id);
    this.#listen();
    this.update(node);
  }

  #listen(): void {
    this.#language.addEventListener('change', () => this.#set('mode', this.#language.value));
    this.#lines.addEventListener('change', () => this.#setLines(this.#lines.value));
    this.#lines.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.#setLines(this.#lines.value);
    });
    this.#numbers.addEventListener('mousedown', (event) => {
      event.preventDefault();
      const { lineHeight } = getComputedStyle(this.#numbers);
      const line = Math.floor((event.clientY - this.#numbers.getBoundingClientRect().top) / Number.parseFloat(lineHeight)) + 1;
      if (this.#isEditable && line >= 1 && line <= this.#count)
        this.#set('highlightLines', toggleLine(this.#node.attrs['highlightLines'], line));
    });
    for (const button of [this.#run, this.#format, this.#copy]) button.addEventListener('mousedown', (event) => event.preventDefault());
    this.#run.addEventListener('click', () => this.#set('runnable', this.#node.attrs['runnable'] !== true));
    this.#copy.addEventListener('click', () => void this.#copyCode());
    this.#format.addEventListener('click', () => void this.#formatCode());
  }

  get #isEditable(): boolean {
    return this.#editor.isEditable && this.#node.attrs['readOnly'] !== true;
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    const isSame = node.attrs === this.#shown;
    this.#node = node;
    this.#showNumbers(isSame);
    if (isSame) return true;
    this.#shown = node.attrs;
    const { mode, readOnly, highlightLines } = node.attrs;
    const language = findCodeLanguage(String(mode));
    const value = language?.mode ?? String(mode);
    if (![...this.#language.options].some((option) => option.value === value)) this.#language.append(new Option(value, value));
    this.#language.value = value;
    this.#lines.value = typeof highlightLines === 'string' ? highlightLines : '';
    const isReadOnly = readOnly === true;
    for (const field of [this.#language, this.#lines, this.#format]) field.hidden = isReadOnly;
    this.#run.hidden = isReadOnly || findRunLanguage(String(mode)) === null || !hasLongTexts(node);
    this.#run.setAttribute('aria-pressed', String(node.attrs['runnable'] === true));
    this.#name.textContent = nameOf(node);
    this.#name.hidden = this.#name.textContent === '';
    const reason = reasonNotToFormat(String(mode));
    this.#format.setAttribute('aria-disabled', String(reason !== null));
    this.#format.title = reason ?? '';
    this.#reason.textContent = isReadOnly ? '' : (reason ?? '');
    this.contentDOM.contentEditable = isReadOnly ? 'false' : 'inherit';
    this.dom.classList.toggle('is-loading', node.attrs['loading'] === true);
    this.dom.setAttribute('aria-busy', String(node.attrs['loading'] === true));
    return true;
  }

  /** Shows all line numbers as one text, so that nothing is rendered while the count stays the same. */
  #showNumbers(isSame: boolean): void {
    const first = typeof this.#node.attrs['startLine'] === 'number' ? this.#node.attrs['startLine'] : 1;
    let count = 1;
    const text = this.#node.textContent;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
    if (!isSame || count !== this.#count) {
      this.#count = count;
      this.#numbers.textContent = Array.from({ length: count }, (_, index) => `${first + index}`).join('\n');
    }
    if (isSame) return;
    const bands = listLines(this.#node.attrs['highlightLines']).map((line) => {
      const band = makeElement('div', { class: 'hl' });
      band.style.setProperty('--line', `${line - 1}`);
      return band;
    });
    this.#bands.replaceChildren(...bands);
  }

  #set(name: string, value: string | boolean | null): void {
    const pos = this.#getPos();
    if (pos === undefined || !this.#isEditable) return;
    const { view } = this.#editor;
    view.dispatch(view.state.tr.setNodeAttribute(pos, name, value));
  }

  #setLines(text: string): void {
    const trimmed = text.trim();
    const isRight = trimmed === '' || readLineRanges(trimmed) !== null;
    this.#lines.setAttribute('aria-invalid', String(!isRight));
    if (!isRight) announce(this.#editor.view, 'Enter line numbers such as 2,4-6.');
    else this.#set('highlightLines', trimmed === '' ? null : trimmed);
  }

  async #copyCode(): Promise<void> {
    const { view } = this.#editor;
    try {
      await navigator.clipboard.writeText(this.#node.textContent);
      showToast(view, 'Copied!');
    } catch {
      showToast(view, 'Failed to copy!');
    }
  }

  async #formatCode(): Promise<void> {
    const { view } = this.#editor;
    const node = this.#node;
    const reason = reasonNotToFormat(String(node.attrs['mode']));
    if (reason !== null) announce(view, reason);
    const start = this.#getPos();
    if (reason !== null || start === undefined || !this.#isEditable) return;
    const { from, to } = view.state.selection;
    const isInside = from > start && to < start + node.nodeSize;
    try {
      const { code, caret } = await formatCode(node.textContent, String(node.attrs['mode']), isInside ? from - start - 1 : 0);
      const pos = this.#getPos();
      // Text typed in the meantime must not be overwritten.
      if (pos === undefined || this.#node !== node || view.isDestroyed) return;
      if (code !== node.textContent) {
        const tr = view.state.tr.replaceWith(pos + 1, pos + 1 + node.content.size, code === '' ? [] : view.state.schema.text(code));
        if (isInside) tr.setSelection(TextSelection.create(tr.doc, pos + 1 + caret));
        view.dispatch(tr);
      }
      announce(view, 'Formatted.');
    } catch (error) {
      const line = lineOfMistake(error);
      if (line === null) servicesOf(this.#editor).logFailure('format', error);
      showToast(view, line === null ? 'This code couldn’t be formatted.' : `Line ${line} has an error, so nothing was formatted.`);
    }
  }

  /** The bar handles its own events: keys and presses in it aren't for the text. */
  stopEvent(event: Event): boolean {
    return event.target instanceof globalThis.Node && !this.contentDOM.contains(event.target) && event.type !== 'dragstart';
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !(this.contentDOM.contains(mutation.target) && mutation.type !== 'attributes');
  }
}

/** True in the editor of lessons and articles: in a comment, code can't be run. */
function hasLongTexts({ type }: Node): boolean {
  return type.schema.nodes['paywallThreshold'] !== undefined;
}

function nameOf(node: Node): string {
  const { displayName, locality, url, startLine, endLine } = node.attrs;
  const remote = locality === 'remote' ? (typeof url === 'string' ? url : '(unknown url)') : '';
  const name = typeof displayName === 'string' ? displayName : remote;
  if (name === '' || typeof startLine !== 'number') return name;
  return typeof endLine === 'number' && endLine !== startLine ? `${name} ${startLine}–${endLine}` : `${name} ${startLine}`;
}
