import { createFrameFor } from '@newline/document/embeds/frame-for';
import { isEmbeddable } from '@newline/document/embeds/is-embeddable';
import type { EditorServices, UploadedImage } from '@newline/editor/services.ts';
import { embedProviders } from '../../../../embeds.config.ts';
import { ApiError, graphql } from '../graphql-document.ts';
import type { SentImage } from '../upload/attachment-documents.ts';
import { fetchImage, uploadImageFile } from '../upload/upload-image.ts';
import { requestDocument } from '../request-document.ts';
import type { LeaveGuard } from '../upload/leave-guard.ts';
import { sentenceOf } from '../form/explain-failure.ts';

const EmbedDocument = graphql(/* GraphQL */ `query embed($url: String!) {
  embedForUrl(url: $url) { url title html iframeSrc scriptSrc errors }
}`);

const RemoteCodeDocument = graphql(/* GraphQL */ `query remoteCode($url: String!, $startLine: Int, $endLine: Int, $query: String) {
  remoteCodeForUrl(url: $url, startLine: $startLine, endLine: $endLine, query: $query) {
    url displayName startLine endLine codeQuery text filepath
    commit { oid refname }
    repository { service owner name }
    errors
  }
}`);

/** What the editor must know of the site around it. */
export type Surroundings = {
  readonly siteOrigin: string;
  /** The origin that draws script embeds; null makes links of them. */
  readonly embedOrigin: string | null;
  /** The code host whose code texts may show. */
  readonly codeHostUrl: string;
};

/**
 * What the editor needs of this site, over its API. Pictures belong to the article from the start; without one, as in a comment,
 * the text that shows them claims them when it is saved.
 */
export function createEditorServices(
  articleId: string | null,
  { siteOrigin, embedOrigin, codeHostUrl }: Surroundings,
  guard: LeaveGuard,
): EditorServices {
  const codeHost = new URL(codeHostUrl).host;
  const place = articleId === null ? {} : { attachableId: articleId };
  return {
    uploadImage: (file, { signal, onProgress }) => uploadImageFile(file, { signal, onProgress, guard, place }).then(imageOf, inWords),
    importImage: (url, { signal }) => fetchImage(url, signal, place).then(imageOf, inWords),
    isRemoteCodeUrl: (url) => isFileOf(codeHost, url),
    frameFor: createFrameFor({ providers: embedProviders, siteOrigin, embedOrigin }),
    async lookUpEmbed(url) {
      return (await requestDocument(EmbedDocument, { url })).embedForUrl;
    },
    async loadRemoteCode({ url, startLine, endLine, codeQuery }) {
      return (await requestDocument(RemoteCodeDocument, { url, startLine, endLine, query: codeQuery })).remoteCodeForUrl;
    },
    isEmbeddable: (url) => isEmbeddable(url, embedProviders),
    logFailure: (what, error) => console.warn(what, error),
  };
}

function imageOf({ id, imageUrl, width, height }: SentImage): UploadedImage {
  return { attachmentId: id, imageUrl, width, height };
}

/** What the API refuses, and a network that is away, as a sentence; the signal's reason, and anything else, as it is. */
function inWords(error: unknown): never {
  throw error instanceof ApiError || error instanceof TypeError
    ? new Error(sentenceOf(error, 'The image was not uploaded. Try again.'))
    : error;
}

/** A file of the code host: `/{owner}/{name}/blob/{ref}/{path}` and its sisters. The server looks closer. */
function isFileOf(host: string, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  const isRaw = host === 'github.com' && url.host === 'raw.githubusercontent.com';
  return url.protocol === 'https:' && (isRaw || (url.host === host && /^\/[^/]+\/[^/]+\/(?:blob|raw|blame|edit)\/./.test(url.pathname)));
}
