import { Button } from '@newline/ui/components/button';
import { useEffect, useRef, useState } from 'react';
import type { PageDraft } from './page-draft.ts';
import styles from './page-editor.module.css';
import type { EditedPage } from './page-sections-form.ts';

type Props = { page: EditedPage; title: string; draft: PageDraft };

const widths = { Desktop: 1280, Phone: 390 } as const;
type Width = keyof typeof widths;

/** How long to wait for further changes, in ms. */
const delayMs = 400;

/** A preview of the page with unsaved changes, rendered by the server. It has no scripts and isn't interactive. */
export function PagePreview({ page, title, draft: { sections, logos } }: Props) {
  const [width, setWidth] = useState<Width>('Desktop');
  const [html, setHtml] = useState<string | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [available, setAvailable] = useState<number>(widths.Desktop);
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const scrolled = useRef(0);

  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      fetchPreview({ page, sections, logos }, controller.signal)
        .then((text) => {
          scrolled.current = frame.current?.contentWindow?.scrollY ?? 0;
          setHasFailed(false);
          setHtml(text);
        })
        .catch((error: unknown) => {
          if (controller.signal.aborted) return;
          console.error('The preview couldn’t be loaded.', error);
          setHasFailed(true);
        });
    }, delayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [page, sections, logos]);

  useEffect(() => {
    if (box.current === null) return undefined;
    const watcher = new ResizeObserver(([entry]) => entry && setAvailable(entry.contentRect.width));
    watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);

  const scale = Math.min(1, available / widths[width]);
  return (
    <section className={styles['preview']} aria-labelledby="preview">
      <div className={styles['previewHead']}>
        <h2 id="preview">Preview</h2>
        <span className={styles['widths']}>
          {(Object.keys(widths) as Width[]).map((name) => (
            <Button key={name} variant="bare" size="small" aria-pressed={width === name} onClick={() => setWidth(name)}>
              {name}
            </Button>
          ))}
        </span>
      </div>
      <div ref={box} className={styles['frame']}>
        {html === null ? (
          <p className="meta">{hasFailed ? '' : 'Loading the preview…'}</p>
        ) : (
          <iframe
            ref={frame}
            title={`Preview of ${title}`}
            sandbox="allow-same-origin"
            srcDoc={html}
            tabIndex={-1}
            style={{ width: widths[width], height: `calc(100% / ${scale})`, transform: `scale(${scale})` }}
            onLoad={({ currentTarget }) => prepare(currentTarget, scrolled.current)}
          />
        )}
      </div>
      <p role="alert" className="meta">
        {hasFailed ? 'We couldn’t load the preview. It’s loaded again with your next change.' : ''}
      </p>
    </section>
  );
}

/** Sets the theme and the scroll position of the page in the frame, and disables its links and forms. */
function prepare(frame: HTMLIFrameElement, top: number): void {
  const shown = frame.contentDocument;
  if (!shown) return;
  const { theme } = document.documentElement.dataset;
  if (theme !== undefined) shown.documentElement.dataset['theme'] = theme;
  shown.addEventListener('click', (event) => event.preventDefault());
  shown.addEventListener('submit', (event) => event.preventDefault());
  frame.contentWindow?.scrollTo({ top, behavior: 'instant' });
}

async function fetchPreview(draft: { page: string; sections: string; logos: string }, signal: AbortSignal): Promise<string> {
  const response = await fetch('/admin/home-preview', {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams(draft),
    signal,
  });
  if (!response.ok) throw new Error(`PagePreview: expected the page, got ${response.status}`);
  const html = await response.text();
  // Scripts don't run in the frame, and content for browsers without scripts must not appear.
  return html.replaceAll(/<(script|noscript)\b[^>]*>[\s\S]*?<\/\1>/g, '');
}
