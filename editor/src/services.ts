import type { FrameFor } from '@newline/document/embeds/frame-for';

/** An image that the server has taken: what an image node needs. */
export interface UploadedImage {
  readonly attachmentId: string;
  readonly imageUrl: string;
  readonly width: number;
  readonly height: number;
}

/** What a page knows of an embed's address. With a reason in `errors` the rest may be null. */
export interface EmbedLookup {
  /** The URL to store: as it counts, and where a short link led. */
  readonly url: string | null;
  readonly iframeSrc: string | null;
  readonly scriptSrc: string | null;
  readonly html: string | null;
  readonly title: string | null;
  readonly errors: readonly string[];
}

/** Which code is wanted. The lines are counted from 1, both included; a code query takes the place of lines. */
export interface RemoteCodeRequest {
  readonly url: string;
  readonly startLine: number | null;
  readonly endLine: number | null;
  readonly codeQuery: string | null;
}

/** Code of a repository, pinned to a commit. With a reason in `errors` the rest may be null or empty. */
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

/** Everything the editor needs of the page around it. It never asks the network itself. */
export interface EditorServices {
  /** Sends an image. Rejects with an error whose message is fit for people, or with the signal's reason. */
  uploadImage(file: File, options: { readonly signal: AbortSignal; onProgress(progress: UploadProgress): void }): Promise<UploadedImage>;
  /** Asks what an address shows. */
  lookUpEmbed(url: string): Promise<EmbedLookup>;
  /** Fetches code of a repository. */
  loadRemoteCode(request: RemoteCodeRequest): Promise<RemoteCodeLookup>;
  /** Whether an address is a file of the one code host whose code can be loaded. */
  isRemoteCodeUrl(url: string): boolean;
  /**
   * Takes in an image of another site, fetched by the server. Without it such an image, when pasted, stays a grey block that asks to
   * be uploaded.
   */
  readonly importImage?: ((url: string, options: { readonly signal: AbortSignal }) => Promise<UploadedImage>) | undefined;
  /** Decides what a frame shows, by the site's list: the same function with which the page renders texts for readers. */
  readonly frameFor: FrameFor;
  /** Whether the host of an address is on the site's list of embeds. */
  isEmbeddable(url: string): boolean;
  /** Keeps a failure that the person need not see. */
  logFailure(what: string, error: unknown): void;
}
