import { ArticleEditor } from '@newline/editor/article-editor.tsx';
import type { EditorServices } from '@newline/editor/services.ts';
import '@newline/ui/tokens.css';
import '@newline/ui/elements.css';
import '@newline/ui/prose.css';
import { createRoot } from 'react-dom/client';
import { createCodeDocument, createMixedDocument } from './mixed-document.ts';

/** The whole editor, with everything on. `?blocks=5000`, or `?code` for the document of code blocks. */
const parameters = new URLSearchParams(location.search);
const document_ = parameters.has('code') ? createCodeDocument() : createMixedDocument(Number(parameters.get('blocks')));

const services = {
  isEmbeddable: () => false,
  logFailure: (what: string, error: unknown) => console.error(what, error),
} as unknown as EditorServices;

const root = document.getElementById('root');
if (root === null) throw new Error('bench: expected a place for the editor');
createRoot(root).render(<ArticleEditor title="A long text" document={document_} services={services} onChange={() => undefined} />);
