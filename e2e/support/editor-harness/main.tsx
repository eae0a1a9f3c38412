import { ArticleEditor } from '@newline/editor/article-editor.tsx';
import { CommentEditor } from '@newline/editor/comment-editor.tsx';
import type { EditorHandle } from '@newline/editor/editor-surface.tsx';
import '@newline/ui/tokens.css';
import '@newline/ui/fonts.css';
import '@newline/ui/elements.css';
import '@newline/ui/frame.css';
import '@newline/ui/prose.css';
import type { DocumentNode } from '@newline/document/document-node';
import { createRef } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import './main.css';
import { harnessServices } from './services.ts';

/** A page with only an editor, whose services are on the same loopback server. The initial text is after `#`. */
const container = document.getElementById('root');
if (container === null) throw new Error('harness: expected a place for the editor');
const root = createRoot(container);
let shown = 0;

/** Replaces the editor with a new one, like a page that continues with another text; earlier reports are forgotten. */
function open(start: DocumentNode, query: string): void {
  const parameters = new URLSearchParams(query);
  const theme = parameters.get('theme');
  if (theme !== null) document.documentElement.dataset['theme'] = theme;
  shown += 1;
  const turn = shown;
  const handle = createRef<EditorHandle>();
  const services = harnessServices((what) => turn === shown && window.failures.push(what));
  // The previous editor reports once more when it is removed.
  const keep = (saved: NonNullable<Window['saved']>) => {
    if (turn === shown) window.saved = saved;
  };
  delete window.saved;
  window.failures = [];
  flushSync(() =>
    root.render(
      <main className="wrap harness" key={turn}>
        <h1 className="sr">Editor</h1>
        {parameters.get('kind') === 'comment' ? (
          <CommentEditor
            document={start}
            services={services}
            placeholder="Add your comment"
            label="Comment"
            handle={handle}
            onChange={(changed) => keep({ title: '', document: changed })}
            onSubmit={(changed) => {
              window.submitted = changed;
            }}
          />
        ) : (
          <ArticleEditor
            title={parameters.get('title') ?? 'What the planner knew last Tuesday'}
            document={start}
            services={services}
            handle={handle}
            onChange={keep}
          />
        )}
        <button type="button">After the editor</button>
      </main>,
    ),
  );
  window.flush = () => handle.current?.flush();
}

window.openText = open;
const json = location.hash === '' ? null : decodeURIComponent(location.hash.slice(1));
open((json === null ? { type: 'doc', content: [{ type: 'paragraph' }] } : JSON.parse(json)) as DocumentNode, location.search);
