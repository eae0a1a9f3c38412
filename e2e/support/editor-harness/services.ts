import type { DocumentNode } from '@newline/document/document-node';
import type { EditorContent } from '@newline/editor/content.ts';
import { createFrameFor } from '@newline/document/embeds/frame-for';
import { isEmbeddable } from '@newline/document/embeds/is-embeddable';
import type { EditorServices, EmbedLookup, RemoteCodeLookup, UploadedImage } from '@newline/editor/services.ts';
import { embedProviders } from '../../../embeds.config.ts';

declare global {
  interface Window {
    /** Shows another text in a new editor; `query` is as in the page's URL. */
    openText: (start: DocumentNode, query: string) => void;
    /** The last content that the editor reported, when typing paused or it lost focus. */
    saved?: EditorContent;
    /** The submitted content of a comment. */
    submitted?: DocumentNode;
    /** Returns the editor's content, as a page requests it before it is left. */
    flush: () => EditorContent | undefined;
    /** The logged failures. */
    failures: string[];
  }
}

const frameFor = createFrameFor({ providers: embedProviders, siteOrigin: location.origin, embedOrigin: null });

/** Creates the services of the harness page, over HTTP to the server that it comes from. */
export function harnessServices(onFailure: (what: string) => void): EditorServices {
  return {
    uploadImage: (file, { signal, onProgress }) =>
      new Promise<UploadedImage>((resolve, reject) => {
        const request = new XMLHttpRequest();
        request.open('POST', `/upload?name=${encodeURIComponent(file.name)}`);
        request.upload.addEventListener('progress', ({ loaded, total }) => onProgress({ sentBytes: loaded, totalBytes: total }));
        request.addEventListener('load', () => {
          if (request.status === 200) resolve(JSON.parse(request.responseText) as UploadedImage);
          else reject(new Error(request.responseText));
        });
        request.addEventListener('error', () => reject(new Error('The server could not be reached.')));
        signal.addEventListener('abort', () => {
          request.abort();
          reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
        });
        request.send(file);
      }),
    lookUpEmbed: (url) => ask<EmbedLookup>('/embed', { url }),
    loadRemoteCode: (request) => ask<RemoteCodeLookup>('/remote-code', request),
    importImage: (url) => ask<UploadedImage>('/import', { url }),
    frameFor,
    isEmbeddable: (url) => isEmbeddable(url, embedProviders),
    isRemoteCodeUrl: (url) =>
      URL.canParse(url) && new URL(url).hostname === 'github.com' && /^\/[^/]+\/[^/]+\/blob\//u.test(new URL(url).pathname),
    logFailure: (what) => onFailure(what),
  };
}

async function ask<Answer>(path: string, body: unknown): Promise<Answer> {
  const response = await fetch(path, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as Answer;
}
