import { runPagePath, type RunPage } from '@newline/document/run-languages';

/** The HTML of a page with the Content-Security-Policy that it needs. */
export type SandboxPage = { readonly html: string; readonly policy: string };

/** The policy of a worker of the site: it loads our own files, and compiles what is in them. */
export const workerPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/** How the names of built workers start. */
export const workerFiles = '/assets/worker-';

/**
 * What each page may do beside running inline scripts and styles. Only code without a page runs in a worker: a page could start any number
 * of them.
 */
const sources: Readonly<Record<RunPage, readonly string[]>> = {
  console: ['worker-src blob:'],
  // Python and PostgreSQL are compiled from what the site's page sends; no text becomes code.
  engine: ["script-src 'unsafe-inline' 'wasm-unsafe-eval'", 'worker-src blob:'],
  page: ["style-src 'unsafe-inline'", 'img-src data: blob:', 'media-src data: blob:', 'font-src data:'],
};

/** Runs the first script that the site's page sends, which then has the page to itself. */
const starter = `addEventListener('message',function start({source,data,ports}){
if(source!==parent||typeof data!=='string')return;
removeEventListener('message',start);
globalThis.sitePort=ports[0];
const script=document.createElement('script');
script.textContent=data;
document.head.append(script);
script.remove();
});
parent.postMessage('newline:run-page','*');`;

/**
 * Writes a page in which a reader's code runs; null for another path. The page has an opaque origin, even when it's opened directly: no
 * cookies, no storage, and no way to the pages around it. Its policy allows no request to any host. It contains nothing of a request.
 *
 * @param siteOrigin the only origin whose pages may frame it
 */
export function writeRunPage(path: string, siteOrigin: string): SandboxPage | null {
  const name = path.slice(runPagePath.length);
  if (!path.startsWith(runPagePath) || !isRunPage(name)) return null;
  const own = sources[name];
  const policy = [
    "default-src 'none'",
    ...(own.some((source) => source.startsWith('script-src ')) ? [] : ["script-src 'unsafe-inline'"]),
    ...own,
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${siteOrigin}`,
    'sandbox allow-scripts',
  ].join('; ');
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="robots" content="noindex"><meta name="viewport" content="width=device-width"><title>Code</title>
<script>${starter}</script></head>
<body></body>
</html>
`;
  return { html, policy };
}

function isRunPage(name: string): name is RunPage {
  return Object.hasOwn(sources, name);
}
