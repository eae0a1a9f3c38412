import { runLimits } from '@newline/api/rules/limits/run';
import { prepareWorker, runInWorker } from './console-host.ts';
import { runEngine } from './engine-host.ts';
import { closeDoors, showPage } from './page-host.ts';
import { prepareRealm } from './prepare-realm.ts';
import { prepareTests } from './prepare-tests.ts';

const limits = JSON.stringify(runLimits);

/** Wraps built code, so that it can wait at its top level, and so that its names are its own. */
export function wrapModule(code: string): string {
  return `(async()=>{"use strict";\n${code}\n})()`;
}

/** Writes the script that runs code without a page in the sandbox; with `hasTests`, the code is the tests of an exercise. */
export function writeConsoleProgram(code: string, { hasTests = false } = {}): string {
  const program = [
    `(()=>{const post=postMessage.bind(self);(${String(prepareWorker)})();(${String(prepareRealm)})(${limits},'worker',post);`,
    hasTests ? `(${String(prepareTests)})(${limits},post);` : '',
    `Object.defineProperty(self,'__done',{value:()=>post({kind:'done'})})})();`,
    `${wrapModule(code)}${hasTests ? '.then(__check)' : ''}.catch(__fail).then(__done);`,
  ].join('');
  return `(${String(runInWorker)})(${limits},${JSON.stringify(program)})`;
}

/** Writes the script that runs Python or SQL in the sandbox, once it got the engine and the code. */
export function writeEngineProgram(): string {
  return `(${String(runEngine)})(${limits})`;
}

/** Writes the script that shows a page in the sandbox. */
export function writePageProgram(html: string): string {
  return `(()=>{const port=sitePort;(${String(prepareRealm)})(${limits},'page',(message)=>port.postMessage(message));(${String(closeDoors)})();(${String(showPage)})(${JSON.stringify(html)})})()`;
}
