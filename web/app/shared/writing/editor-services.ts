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

/** What the editor needs to know about the site. */
export type Surroundings = {
  readonly siteOrigin: string;
  /** The origin that serves script embeds; null renders them as links. */
  readonly embedOrigin: string | null;
  /** The code host whose code may be shown in texts. */
  readonly codeHostUrl: string;
};

/**
 * Creates the services of the editor, over the site's API. Images belong to the article from the start; without one, as in a comment, the
 * text that contains them claims them when it's saved.
 */
export function createEditorServices(
  articleId: string | null,
  { siteOrigin, embedOrigin, codeHostUrl }: Surroundings,
  guard: LeaveGuard,
): EditorServices {
  const codeHost = new URL(codeHostUrl).host;
  const owner = articleId === null ? {} : { attachableId: articleId };
  return {
    uploadImage: (file, { signal, onProgress }) =>
      uploadImageFile(file, { signal, onProgress, guard, owner }).then(imageOf, rethrowWithMessage),
    importImage: (url, { signal }) => fetchImage(url, signal, owner).then(imageOf, rethrowWithMessage),
    isRemoteCodeUrl: (url) => isFileOf(codeHost, url),
    frameFor: createFrameFor({ providers: embedProviders, siteOrigin, embedOrigin }),
    async lookUpEmbed(url) {
      return (await requestDocument(EmbedDocument, { url })).embedForUrl;
    },
    async loadRemoteCode({ url, startLine, endLine, codeQuery }) {
      return (await requestDocument(RemoteCodeDocument, { url, startLine, endLine, query: codeQuery })).remoteCodeForUrl;
    },
    isEmbeddable: (url) => isEmbeddable(url, embedProviders),
    logFailure: (description, error) => console.warn(description, error),
  };
}

function imageOf({ id, imageUrl, width, height }: SentImage): UploadedImage {
  return { attachmentId: id, imageUrl, width, height };
}

/** Rethrows API errors and network failures with a message for users; others, such as the signal's reason, as they are. */
function rethrowWithMessage(error: unknown): never {
  throw error instanceof ApiError || error instanceof TypeError
    ? new Error(sentenceOf(error, 'The image was not uploaded. Try again.'))
    : error;
}

/** True for a file URL of the code host: `/{owner}/{name}/blob/{ref}/{path}` and similar. The server validates it. */
function isFileOf(host: string, text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isRaw = host === 'github.com' && url.host === 'raw.githubusercontent.com';
  return url.protocol === 'https:' && (isRaw || (url.host === host && /^\/[^/]+\/[^/]+\/(?:blob|raw|blame|edit)\/./.test(url.pathname)));
}
