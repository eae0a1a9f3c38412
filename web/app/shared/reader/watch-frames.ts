import { readEmbedHeight } from '@newline/document/embeds/embed-height';

/** How far from the viewport an embed is loaded. */
const nearness = '400px 0px';

/** Loads each embed when it comes near or its poster is pressed; with data saving on, only when pressed. */
export function watchFrames(text: HTMLElement, signal: AbortSignal): void {
  text.addEventListener(
    'click',
    (event) => {
      const poster = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-frame]') : null;
      if (!poster || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      showFrame(poster, { isPressed: true });
    },
    { signal },
  );
  addEventListener(
    'message',
    ({ data, source }) => {
      const height = readEmbedHeight(data);
      // A script embed has an opaque origin, so it's recognized by its window. Other embeds keep their given height.
      const frame = [...text.querySelectorAll<HTMLIFrameElement>('iframe[sandbox="allow-scripts"]')].find(
        ({ contentWindow }) => contentWindow === source,
      );
      if (height !== null && frame) setHeight(frame, height);
    },
    { signal },
  );
  if (matchMedia('(prefers-reduced-data: reduce)').matches) return;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || !(target instanceof HTMLAnchorElement)) continue;
        observer.unobserve(target);
        showFrame(target, { isPressed: false });
      }
    },
    { rootMargin: nearness },
  );
  for (const poster of text.querySelectorAll('a[data-frame]')) observer.observe(poster);
  signal.addEventListener('abort', () => observer.disconnect());
}

/** Replaces a poster with its embed; the poster stays for print. The focus moves along if the user pressed it. */
function showFrame(poster: HTMLAnchorElement, { isPressed }: { isPressed: boolean }): void {
  const { frame: url = '', title = '', height, sandbox = '', allow } = poster.dataset;
  if (poster.hidden) return;
  const frame = document.createElement('iframe');
  // Before the URL: permissions are determined when the frame starts to load.
  frame.setAttribute('sandbox', sandbox);
  if (allow !== undefined) frame.allow = allow;
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  frame.title = title;
  if (height !== undefined) setHeight(frame, Number(height));
  frame.src = url;
  poster.hidden = true;
  poster.before(frame);
  if (isPressed) frame.focus();
}

function setHeight(frame: HTMLIFrameElement, heightPx: number): void {
  frame.style.cssText = `height:${heightPx}px;aspect-ratio:auto;min-height:0`;
}
