import { ArticleEditor } from '@newline/editor/article-editor.tsx';
import { CommentEditor } from '@newline/editor/comment-editor.tsx';
import '@newline/ui/tokens.css';
import '@newline/ui/fonts.css';
import '@newline/ui/elements.css';
import '@newline/ui/frame.css';
import '@newline/ui/prose.css';
import type { DocumentNode } from '@newline/document/document-node';
import { createRoot } from 'react-dom/client';
import './main.css';
import { harnessServices } from './services.ts';

/** A page with nothing but an editor, whose services are on the same loopback server. What stands behind `#` is the text to begin with. */
const parameters = new URLSearchParams(location.search);
const theme = parameters.get('theme');
if (theme !== null) document.documentElement.dataset['theme'] = theme;
window.failures = [];
const given = location.hash === '' ? null : decodeURIComponent(location.hash.slice(1));
const start = (given === null ? { type: 'doc', content: [{ type: 'paragraph' }] } : JSON.parse(given)) as DocumentNode;
const services = harnessServices((what) => window.failures.push(what));

const root = document.getElementById('root');
if (root === null) throw new Error('harness: expected a place for the editor');
createRoot(root).render(
  <main className="wrap harness">
    <h1 className="sr">Editor</h1>
    {parameters.get('kind') === 'comment' ? (
      <CommentEditor
        document={start}
        services={services}
        placeholder="Add your comment"
        label="Comment"
        onChange={(changed) => {
          window.saved = { title: '', document: changed };
        }}
        onSubmit={(changed) => {
          window.saved = { title: '', document: changed };
        }}
      />
    ) : (
      <ArticleEditor
        title={parameters.get('title') ?? 'What the planner knew last Tuesday'}
        document={start}
        services={services}
        onChange={(changed) => {
          window.saved = changed;
        }}
      />
    )}
    <button type="button">After the editor</button>
  </main>,
);
