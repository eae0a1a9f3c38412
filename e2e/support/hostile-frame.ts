/**
 * Returns the script of a hostile page for a frame: one button for each way to escape. Each is pressed by a real click, so that the browser
 * counts it as the reader's intention. What can be judged from inside is in `data-escaped` of the button afterward; the rest is checked
 * from outside. It is one script, so that it can be in a page and be a provider's script as well.
 *
 * @param site the origin to break into
 */
export function hostileScript(site: string): string {
  const attempts: Record<string, string> = {
    'read the page around': 'return parent.document.body.innerHTML.length > 0',
    'read its storage': 'return parent.localStorage.length >= 0 && parent !== window',
    'take off the sandbox': 'frameElement.removeAttribute("sandbox"); return true',
    'read cookies': "document.cookie = 'escaped=1; path=/'; return parent !== window && parent.document.cookie.length >= 0",
    'write into the page around': "parent.document.title = 'escaped'; return true",
    'open a window': "window.open('https://escaped.example/window'); return null",
    'open a window by a link': "follow('https://escaped.example/link', '_blank'); return null",
    'open a window by a form': "submit('https://escaped.example/form', '_blank'); return null",
    'lead the page away': "top.location.href = 'https://escaped.example/top'; return null",
    'lead the page away by a link': "follow('https://escaped.example/top-link', '_top'); return null",
    'lead the page away by a form': "submit('https://escaped.example/top-form', '_top'); return null",
    'stop the page with a dialog': "alert('escaped'); return null",
    'put a file on the disk':
      "const a = document.createElement('a'); a.href = URL.createObjectURL(new Blob(['escaped'])); a.download = 'escaped.txt'; document.body.append(a); a.click(); return null",
    'ask the site as its reader': `const answer = await fetch(${JSON.stringify(`${site}/graphql`)}, { method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' }, body: '{"query":"{ viewer { id } }"}' }); return (await answer.text()).includes('viewer')`,
    'look through the camera': 'const stream = await navigator.mediaDevices.getUserMedia({ video: true }); return stream.active',
    'show the site in itself': `const frame = document.createElement('iframe'); frame.src = ${JSON.stringify(`${site}/`)}; const loaded = new Promise((resolve) => (frame.onload = resolve)); document.body.append(frame); await loaded; return frame.contentDocument !== null && frame.contentDocument.body.innerHTML.length > 0`,
  };
  const functions = Object.entries(attempts).map(([name, body]) => `${JSON.stringify(name)}: async () => { ${body} }`);
  return `(() => {
    const follow = (href, target) => { const a = document.createElement('a'); Object.assign(a, { href, target }); document.body.append(a); a.click(); };
    const submit = (action, target) => { const form = document.createElement('form'); Object.assign(form, { action, target, method: 'get' }); document.body.append(form); form.submit(); };
    const attempts = { ${functions.join(',\n')} };
    for (const [name, attempt] of Object.entries(attempts)) {
      const button = document.createElement('button');
      button.textContent = name;
      button.addEventListener('click', () => {
        attempt().then((escaped) => { button.dataset.escaped = String(escaped); }, (error) => { button.dataset.escaped = 'refused: ' + error.name; });
      });
      document.body.append(button);
    }
  })();`;
}

/** Returns the page with that script. */
export function hostilePage(site: string): string {
  return `<!doctype html><meta charset="utf-8"><title>hostile</title><body><script>${hostileScript(site)}</script></body>`;
}
