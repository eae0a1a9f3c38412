/** Shows a page in the frame. Its scripts come after what `prepareRealm` has set up. Sent to the sandbox as text, like that function. */
export function showPage(html: string): void {
  const { sitePort: port } = globalThis as unknown as { sitePort: MessagePort };
  delete (globalThis as { sitePort?: MessagePort }).sitePort;
  port.addEventListener('message', () => port.postMessage({ kind: 'alive' }));
  port.start();
  // Opening the document removes listeners, but not what the realm has.
  const { onerror, onunhandledrejection } = globalThis as unknown as Window;
  document.open();
  Object.assign(globalThis, { onerror, onunhandledrejection });
  addEventListener('load', () => port.postMessage({ kind: 'done' }));
  document.write(html);
  document.close();
}

/**
 * Closes what no policy closes: connections between browsers, in the page and in frames that it would make for a fresh copy. Sent to the
 * sandbox as text, like `prepareRealm`.
 */
export function closeDoors(): void {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport'])
    Object.defineProperty(globalThis, name, { value: undefined });
  const observer = new MutationObserver(() => sweep());
  const roots: (Document | ShadowRoot)[] = [];
  function sweep(): void {
    for (const root of roots) for (const frame of root.querySelectorAll('iframe, frame, object, embed, fencedframe')) frame.remove();
  }
  function watch(root: Document | ShadowRoot): void {
    roots.push(root);
    observer.observe(root, { childList: true, subtree: true });
  }
  watch(document);
  // Taken off its prototype on purpose: it's called with the element.
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function attachShadow(init: ShadowRootInit) {
    const root = attach.call(this, init);
    watch(root);
    return root;
  };
}
