import type { FrameFor } from '@newline/document/embeds/frame-for';

/** An uploaded image, with what an image node needs. */
export interface UploadedImage {
  readonly attachmentId: string;
  readonly imageUrl: string;
  readonly width: number;
  readonly height: number;
}

/** Information about an embed's URL. If `errors` has a reason, the rest can be null. */
export interface EmbedLookup {
  /** The URL to store: normalized, and the target of a short link. */
  readonly url: string | null;
  readonly iframeSrc: string | null;
  readonly scriptSrc: string | null;
  readonly html: string | null;
  readonly title: string | null;
  readonly errors: readonly string[];
}

/** The requested code. Lines are counted from 1, and both ends are included; a code query replaces the lines. */
export interface RemoteCodeRequest {
  readonly url: string;
  readonly startLine: number | null;
  readonly endLine: number | null;
  readonly codeQuery: string | null;
}

/** Code from a repository, pinned to a commit. If `errors` has a reason, the rest can be null or empty. */
export interface RemoteCodeLookup {
  readonly url: string;
  readonly displayName: string | null;
  readonly startLine: number | null;
  readonly endLine: number | null;
  readonly codeQuery: string | null;
  readonly text: string | null;
  readonly filepath: string | null;
  readonly commit: { readonly oid: string; readonly refname: string | null } | null;
  readonly repository: { readonly service: string; readonly owner: string; readonly name: string } | null;
  readonly errors: readonly string[];
}

/** How much of a file has been sent. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** Everything the editor needs from the page around it. The editor itself never uses the network. */
export interface EditorServices {
  /** Uploads an image. Rejects with an error whose message can be shown to users, or with the signal's reason. */
  uploadImage(file: File, options: { readonly signal: AbortSignal; onProgress(progress: UploadProgress): void }): Promise<UploadedImage>;
  /** Looks up what a URL shows. */
  lookUpEmbed(url: string): Promise<EmbedLookup>;
  /** Fetches code from a repository. */
  loadRemoteCode(request: RemoteCodeRequest): Promise<RemoteCodeLookup>;
  /** Returns true if a URL is a file on the code host whose code can be loaded. */
  isRemoteCodeUrl(url: string): boolean;
  /**
   * Imports an image from another site, which the server fetches. Without it, or if it fails, such an image, when pasted, is
   * a box with a link to it.
   */
  readonly importImage?: ((url: string, options: { readonly signal: AbortSignal }) => Promise<UploadedImage>) | undefined;
  /** Chooses what a frame shows, by the site's list: the same function with which the page renders texts for readers. */
  readonly frameFor: FrameFor;
  /** Returns true if the host of a URL is in the site's list of embeds. */
  isEmbeddable(url: string): boolean;
  /** Logs a failure that the user doesn't need to see. */
  logFailure(what: string, error: unknown): void;
}
