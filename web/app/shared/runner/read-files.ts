import { findRunLanguage } from '@newline/document/run-languages';
import type { RunFile } from './build-message.ts';

/** Runnable blocks that belong together: the files of one program, as the author wrote them. */
export type CodeSet = {
  /** The blocks in their order. */
  readonly blocks: readonly HTMLElement[];
  readonly files: readonly RunFile[];
  /** Identifies the set in its text: the ID of its first block and its place among the runnable blocks in it. */
  readonly key: string;
};

const endings: Readonly<Record<RunFile['language'], string>> = {
  javascript: 'index.js',
  typescript: 'index.ts',
  jsx: 'App.jsx',
  tsx: 'App.tsx',
  html: 'index.html',
  css: 'styles.css',
  python: 'main.py',
  sql: 'query.sql',
};

/** Reads the program that a block belongs to: runnable blocks with names that directly follow each other are its files. */
export function readCodeSet(text: HTMLElement, pressed: HTMLElement): CodeSet {
  const blocks = [pressed];
  if (nameOf(pressed) !== '') {
    for (const side of ['previousElementSibling', 'nextElementSibling'] as const) {
      for (let next = neighbor(pressed, side); next !== null && nameOf(next) !== ''; next = neighbor(next, side)) {
        if (side === 'nextElementSibling') blocks.push(next);
        else blocks.unshift(next);
      }
    }
  }
  const files: RunFile[] = [];
  for (const block of blocks) {
    const file = readFile(block);
    // Two blocks with one name would hide each other.
    const name = files.some((one) => one.name === file.name) ? `${files.length + 1}-${file.name}` : file.name;
    files.push({ ...file, name });
  }
  const [first = pressed] = blocks;
  const holder = first.closest<HTMLElement>('.b');
  const inside = [...(holder ?? text).querySelectorAll('.code__bar[data-run]')];
  const index = inside.findIndex((bar) => first.contains(bar));
  return { blocks, files, key: `${holder?.id.replace(/^b-/u, '') || 'text'}${index > 0 ? `.${index}` : ''}` };
}

/** Reads a block as a file. */
export function readFile(block: HTMLElement): RunFile {
  const mode = barOf(block)?.dataset['run'] ?? block.querySelector('code')?.className.replace('language-', '') ?? '';
  const language = findRunLanguage(mode) ?? 'javascript';
  return { name: nameOf(block) || endings[language], language, text: codeOf(block) };
}

const barOf = (block: Element) => block.querySelector<HTMLElement>(':scope > .code__bar[data-run]');

function nameOf(block: Element): string {
  return (block.querySelector(':scope > .code__bar > b')?.textContent ?? '').replace(/ \d+(?:–\d+)?$/u, '').replace(/^\.?\//u, '');
}

function codeOf(block: HTMLElement): string {
  return block.querySelector('pre')?.textContent ?? '';
}

/** Returns the runnable block beside a block: at the top level of a text, each block is in an element of its own. */
function neighbor(block: HTMLElement, side: 'previousElementSibling' | 'nextElementSibling'): HTMLElement | null {
  const direct = skipWorkbench(block, side);
  if (direct !== null) return isRunnable(direct) ? direct : null;
  const holder = block.parentElement?.closest('.b');
  const next = holder?.[side] ?? null;
  const figure = next?.querySelector<HTMLElement>(':scope > figure.code') ?? null;
  return figure !== null && isRunnable(figure) ? figure : null;
}

/** The number of a block at the top level is beside it, and isn't part of the text. */
function skipWorkbench(block: HTMLElement, side: 'previousElementSibling' | 'nextElementSibling'): HTMLElement | null {
  const next = block[side];
  return next instanceof HTMLElement && !next.matches('.b__n') ? next : null;
}

function isRunnable(element: HTMLElement): boolean {
  return element.matches('figure.code') && barOf(element) !== null;
}
