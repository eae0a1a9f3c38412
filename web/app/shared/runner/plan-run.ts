import { build } from './builder.ts';
import type { BuildFault, CodePiece, RunFile } from './build-message.ts';
import type { EngineName } from './engines/engine-message.ts';
import type { RunPlanned } from './run-session.ts';
import type { RunPage } from '@newline/document/run-languages';
import { writeConsoleProgram, writeEngineProgram, writePageProgram, wrapModule } from './sandbox/write-program.ts';

/** What to run and where, or why the code can't be run. */
export type RunPlan = RunPlanned | { readonly faults: readonly BuildFault[] };

/** True when files are shown as a page. JavaScript and TypeScript alone are run without one. */
export function isPage(files: readonly RunFile[]): boolean {
  return engineOf(files) === null && files.some(({ language }) => language !== 'javascript' && language !== 'typescript');
}

/** Returns the engine that files run in; null if the browser runs them itself. The first file decides. */
export function engineOf(files: readonly RunFile[]): EngineName | null {
  const language = files[0]?.language;
  return language === 'python' || language === 'sql' ? language : null;
}

/** Returns the page of the sandbox that files run in, and with `hasTests` the tests of an exercise. */
export function pageOf(files: readonly RunFile[], { hasTests = false } = {}): RunPage {
  if (engineOf(files) !== null) return 'engine';
  return isPage(files) && !hasTests ? 'page' : 'console';
}

/** Builds files and writes the program that runs them in the sandbox. The first file is where it starts. */
export async function planRun(files: readonly RunFile[]): Promise<RunPlan> {
  const engine = engineOf(files);
  if (engine !== null) return planEngine(engine, files);
  if (isPage(files)) return planPage(files);
  const [main] = files;
  if (main === undefined) return { faults: [] };
  const answer = await build([{ kind: 'module', file: main }], files);
  if ('faults' in answer) return answer;
  return { page: 'console', program: writeConsoleProgram(answer.codes.join('\n')) };
}

/** Builds the tests of an exercise with the files that they import. In Python and SQL, they run after the files. */
export async function planTests(tests: RunFile, files: readonly RunFile[]): Promise<RunPlan> {
  const engine = engineOf(files);
  if (engine !== null) return planEngine(engine, files, tests);
  const answer = await build([{ kind: 'module', file: tests }], files);
  if ('faults' in answer) return answer;
  return { page: 'console', program: writeConsoleProgram(answer.codes.join('\n'), { hasTests: true }) };
}

/** Loads the engine, which every later run of the page uses again. */
async function planEngine(engine: EngineName, files: readonly RunFile[], tests: RunFile | null = null): Promise<RunPlan> {
  try {
    const { loadEngine } = await import('./engines/load-engine.ts');
    return { page: 'engine', program: writeEngineProgram(), start: { ...(await loadEngine(engine)), files, tests } };
  } catch (error) {
    console.warn('The engine couldn’t be loaded:', error);
    const message = `${engine === 'sql' ? 'PostgreSQL' : 'Python'} couldn’t be loaded. Check your connection and try again.`;
    return { faults: [{ file: '', line: null, message, isOutside: true }] };
  }
}

/** A page is the HTML file with its scripts and styles from the other files; without one, an element with the ID `root`. */
async function planPage(files: readonly RunFile[]): Promise<RunPlan> {
  const main = files.find(({ language }) => language === 'html');
  // Parsed apart from the page: nothing in it is loaded or run.
  const page = new DOMParser().parseFromString(main?.text ?? '<!doctype html><div id="root"></div>', 'text/html');
  const used = new Set<RunFile>(main === undefined ? [] : [main]);
  const pieces: { readonly piece: CodePiece; readonly put: (code: string) => void }[] = [];
  const fileAt = (address: string | null) => {
    const file = files.find(({ name }) => name === address?.replace(/^\.?\//u, ''));
    if (file !== undefined) used.add(file);
    return file;
  };

  for (const link of page.querySelectorAll('link[rel~="stylesheet"]')) {
    const file = fileAt(link.getAttribute('href'));
    if (file !== undefined) link.replaceWith(styleOf(page, file.text));
  }
  const name = main?.name ?? 'index.html';
  for (const script of page.querySelectorAll('script')) {
    const type = script.getAttribute('type') ?? '';
    if (!/^$|^module$|javascript$/u.test(type)) continue;
    const linked = script.hasAttribute('src') ? fileAt(script.getAttribute('src')) : undefined;
    // Without a file of this name, the browser is refused it, as for any URL.
    if (script.hasAttribute('src') && linked === undefined) continue;
    const file = linked ?? { name, language: 'javascript' as const, text: script.textContent };
    const isModule = type === 'module' || file.language !== 'javascript';
    pieces.push({
      piece: { kind: isModule ? 'module' : 'script', file },
      // Like a browser, which runs modules once the page is there.
      put: (code) => {
        const built = scriptOf(page, code, isModule);
        if (isModule) page.body.append(built);
        else script.before(built);
        script.remove();
      },
    });
  }
  for (const element of page.querySelectorAll('*')) {
    for (const { name: attribute, value } of element.attributes) {
      if (!attribute.startsWith('on')) continue;
      const file = { name, language: 'javascript' as const, text: value };
      pieces.push({ piece: { kind: 'handler', file }, put: (code) => element.setAttribute(attribute, code) });
    }
  }
  // What the page doesn't mention: the first script is where React code starts; the others may be imported by it.
  const rest = files.find((file) => !used.has(file) && file.language !== 'css' && file.language !== 'html');
  if (rest !== undefined && pieces.every(({ piece }) => piece.kind === 'handler')) {
    const isShown = rest.language === 'jsx' || rest.language === 'tsx';
    pieces.push({ piece: { kind: 'module', file: rest, isShown }, put: (code) => page.body.append(scriptOf(page, code, true)) });
  }
  for (const file of files) {
    // esbuild returns the styles that a script imports.
    const isImported = files.some(({ language, text }) => language !== 'html' && text.includes(`/${file.name}`));
    if (file.language === 'css' && !used.has(file) && !isImported) page.head.append(styleOf(page, file.text));
  }

  const built = pieces.map(({ piece }) => piece);
  const answer = built.length === 0 ? { codes: [], css: '' } : await build(built, files);
  if ('faults' in answer) return answer;
  answer.codes.forEach((code, index) => pieces[index]?.put(code));
  if (answer.css.trim() !== '') page.head.append(styleOf(page, answer.css));
  return { page: 'page', program: writePageProgram(`<!doctype html>${page.documentElement.outerHTML}`) };
}

function styleOf(page: Document, text: string): HTMLStyleElement {
  const style = page.createElement('style');
  style.textContent = text.replaceAll(/<\/style/giu, '<\\/style');
  return style;
}

function scriptOf(page: Document, code: string, isModule: boolean): HTMLScriptElement {
  const script = page.createElement('script');
  script.textContent = (isModule ? `${wrapModule(code)}.catch(__fail)` : code).replaceAll(/<(?=\/script|!--)/giu, '\\x3C');
  return script;
}
