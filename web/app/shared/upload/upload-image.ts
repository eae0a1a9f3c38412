import { uploadLimits } from '@newline/api/rules/limits/upload';
import type { CreateAttachmentMutation, NewAttachmentInput } from '../../../.documents/graphql.ts';
import { ApiError, dataOf, expectValue } from '../graphql-document.ts';
import { bodyOf } from '../document-body.ts';
import { type Answer, renewed } from '../post-document.ts';
import { requestDocument } from '../request-document.ts';
import { CreateAttachmentDocument, CreateAttachmentFromUrlDocument, type SentImage } from './attachment-documents.ts';
import { createQueue } from './create-queue.ts';
import type { LeaveGuard } from './leave-guard.ts';

/** How much of a file has been sent. */
export type SendProgress = { readonly sentBytes: number; readonly totalBytes: number };

/** The `accept` attribute of image inputs. */
export const imageTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** The number of concurrent uploads that the server allows per user. */
const queue = createQueue(2);
const maxWaitSeconds = 10;

/**
 * Uploads an image. Two uploads run at a time; others are queued.
 *
 * @throws ApiError with a message for users; the signal's reason when it was aborted
 */
export async function uploadImageFile(file: File, { signal, onProgress, guard, owner = {} }: UploadOptions): Promise<SentImage> {
  if (!imageTypes.split(',').includes(file.type)) {
    throw new ApiError('BAD_INPUT', `${file.name} isn’t a supported image. Use JPEG, PNG, WebP, GIF or AVIF.`);
  }
  if (file.size > uploadLimits.imageBytes)
    throw new ApiError('BAD_INPUT', `${file.name} is larger than ${uploadLimits.imageBytes / 1_000_000} MB.`);
  const end = guard.begin();
  return queue(async () => {
    for (;;) {
      const response = await send(file, owner, signal, onProgress);
      await renewed(CreateAttachmentDocument, response.answer);
      // Another tab may be uploading, or a slot isn't free yet.
      if (response.waitSeconds === null) return imageOf(dataOf(response.answer).createAttachment?.attachment);
      await pause(response.waitSeconds, signal);
    }
  }, signal).finally(end);
}

/** What an image belongs to; without it, the text that contains the image claims it when it's saved. */
export type ImageOwner = { readonly discussionId?: string; readonly attachableId?: string };

/** The options of an upload. */
export type UploadOptions = {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: SendProgress) => void;
  /** The guard of the page: leaving it during the upload asks for confirmation. */
  readonly guard: LeaveGuard;
  readonly owner?: ImageOwner;
};

/**
 * Makes the server fetch an image from another site, for pasted text.
 *
 * @throws ApiError with a message for users
 */
export async function fetchImage(url: string, signal: AbortSignal, owner: ImageOwner = {}): Promise<SentImage> {
  const data = await requestDocument(CreateAttachmentFromUrlDocument, { attachment: { ...owner, url } }, { signal });
  return imageOf(data.createAttachmentFromUrl?.attachment);
}

type StoredAttachment = NonNullable<CreateAttachmentMutation['createAttachment']>['attachment'];

function imageOf(attachment: StoredAttachment | undefined): SentImage {
  const { id, imageUrl, squareImageUrl, width, height, thumbhash } = attachment ?? refuse();
  return {
    id,
    imageUrl: expectValue(imageUrl),
    squareImageUrl: expectValue(squareImageUrl),
    width: expectValue(width),
    height: expectValue(height),
    thumbhash: expectValue(thumbhash),
  };
}

/** Sends the file once. It uses XMLHttpRequest, because fetch doesn't report progress. */
function send(
  file: File,
  owner: ImageOwner,
  signal: AbortSignal,
  onProgress: (progress: SendProgress) => void,
): Promise<{ answer: Answer<CreateAttachmentMutation>; waitSeconds: number | null }> {
  const attachment = { ...owner, name: file.name, kind: 'IMAGE', contentType: file.type, file: null };
  const form = new FormData();
  // The file itself is a separate part of the form, as `map` declares.
  form.set('operations', bodyOf(CreateAttachmentDocument, { attachment: attachment as unknown as NewAttachmentInput }));
  form.set('map', '{"0":["variables.attachment.file"]}');
  form.set('0', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const handleAbort = () => request.abort();
    request.open('POST', '/graphql');
    request.setRequestHeader('accept', 'application/json');
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      // The multipart header is sent before the file.
      onProgress({ sentBytes: Math.max(0, Math.min(file.size, loaded - (total - file.size))), totalBytes: file.size });
    });
    request.addEventListener('load', () => {
      const wait = request.status === 429 ? Number(request.getResponseHeader('retry-after')) : Number.NaN;
      const answer = request.response as Answer<CreateAttachmentMutation> | null;
      if (answer === null) reject(new ApiError('FAULT', 'We couldn’t upload the image. Try again.'));
      else resolve({ answer, waitSeconds: wait <= maxWaitSeconds ? wait : null });
    });
    request.addEventListener('error', () => reject(new ApiError('UNAVAILABLE', 'The upload was interrupted. Try again.')));
    request.addEventListener('abort', () => reject(signal.reason as Error));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', handleAbort));
    signal.addEventListener('abort', handleAbort, { once: true });
    request.send(form);
  });
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

function refuse(): never {
  throw new ApiError('FAULT', 'The uploaded image couldn’t be found. Try again.');
}
