import { uploadLimits } from '@newline/api/rules/limits/upload';
import type { CreateAttachmentMutation, NewAttachmentInput } from '../../../.documents/graphql.ts';
import { ApiError, dataOf, given } from '../graphql-document.ts';
import { type Answer, bodyOf, renewed } from '../post-document.ts';
import { requestDocument } from '../request-document.ts';
import { CreateAttachmentDocument, CreateAttachmentFromUrlDocument, type SentImage } from './attachment-documents.ts';
import { createLine } from './create-line.ts';
import type { LeaveGuard } from './leave-guard.ts';

/** How much of a file has left the browser. */
export type SendProgress = { readonly sentBytes: number; readonly totalBytes: number };

/** What an input of files is told to offer. */
export const imageTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** As many as the server admits of one person. */
const line = createLine(2);
const longestWaitSeconds = 10;

/**
 * Sends a picture. Several are sent two at a time, the others wait.
 *
 * @throws ApiError with a sentence for people; the signal's reason when it was aborted
 */
export async function uploadImageFile(file: File, { signal, onProgress, guard, place = {} }: UploadOptions): Promise<SentImage> {
  if (!imageTypes.split(',').includes(file.type)) {
    throw new ApiError('BAD_INPUT', `${file.name} isn’t a supported image. Use JPEG, PNG, WebP, GIF or AVIF.`);
  }
  if (file.size > uploadLimits.imageBytes)
    throw new ApiError('BAD_INPUT', `${file.name} is larger than ${uploadLimits.imageBytes / 1_000_000} MB.`);
  const end = guard.begin();
  return line(async () => {
    for (;;) {
      const sent = await send(file, place, signal, onProgress);
      await renewed(CreateAttachmentDocument, sent.answer);
      // Another tab may be sending, or a place is not yet free again.
      if (sent.waitSeconds === null) return imageOf(dataOf(sent.answer).createAttachment?.attachment);
      await pause(sent.waitSeconds, signal);
    }
  }, signal).finally(end);
}

/** Where a picture is to belong; without a place, the text that shows it claims it when it is saved. */
export type PicturePlace = { readonly discussionId?: string; readonly attachableId?: string };

/** How a picture is sent. */
export type UploadOptions = {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: SendProgress) => void;
  /** Of the page from which it is sent: leaving it meanwhile asks first. */
  readonly guard: LeaveGuard;
  readonly place?: PicturePlace;
};

/**
 * Has the server fetch a picture from another site, for a pasted text.
 *
 * @throws ApiError with a sentence for people
 */
export async function fetchImage(url: string, signal: AbortSignal, place: PicturePlace = {}): Promise<SentImage> {
  const data = await requestDocument(CreateAttachmentFromUrlDocument, { attachment: { ...place, url } }, { signal });
  return imageOf(data.createAttachmentFromUrl?.attachment);
}

type Taken = NonNullable<CreateAttachmentMutation['createAttachment']>['attachment'];

function imageOf(attachment: Taken | undefined): SentImage {
  const { id, imageUrl, squareImageUrl, width, height, thumbhash } = attachment ?? refuse();
  return {
    id,
    imageUrl: given(imageUrl),
    squareImageUrl: given(squareImageUrl),
    width: given(width),
    height: given(height),
    thumbhash: given(thumbhash),
  };
}

/** Sends it once. fetch does not tell how far it is, so XMLHttpRequest does it. */
function send(
  file: File,
  place: PicturePlace,
  signal: AbortSignal,
  onProgress: (progress: SendProgress) => void,
): Promise<{ answer: Answer<CreateAttachmentMutation>; waitSeconds: number | null }> {
  const attachment = { ...place, name: file.name, kind: 'IMAGE', contentType: file.type, file: null };
  const form = new FormData();
  // The file itself is another part of the form, as `map` says.
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
      // The form around the file is sent before it.
      onProgress({ sentBytes: Math.max(0, Math.min(file.size, loaded - (total - file.size))), totalBytes: file.size });
    });
    request.addEventListener('load', () => {
      const wait = request.status === 429 ? Number(request.getResponseHeader('retry-after')) : Number.NaN;
      const answer = request.response as Answer<CreateAttachmentMutation> | null;
      if (answer === null) reject(new ApiError('FAULT', 'We couldn’t upload the image. Try again.'));
      else resolve({ answer, waitSeconds: wait <= longestWaitSeconds ? wait : null });
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
