import { uploadLimits } from '@newline/api/rules/limits/upload';
import type { CreateSiteImageMutation } from '../../../.documents/graphql.ts';
import { ApiError, dataOf, expectValue } from '../../shared/graphql-document.ts';
import { bodyOf } from '../../shared/document-body.ts';
import { type Answer, renewed } from '../../shared/post-document.ts';
import { imageTypes } from '../../shared/upload/upload-image.ts';
import { CreateSiteImageDocument } from './site-settings-documents.ts';

/** The types that a file input accepts. */
export const siteImageTypes = `image/svg+xml,${imageTypes}`;

/**
 * Uploads a wordmark or an icon; returns its URL.
 *
 * @throws ApiError with a message for users; the signal's reason if it was aborted
 */
export async function uploadSiteImage(file: File, signal: AbortSignal): Promise<string> {
  if (!siteImageTypes.split(',').includes(file.type))
    throw new ApiError('BAD_INPUT', `${file.name} isn’t a supported image. Use SVG, PNG, WebP, JPEG, GIF or AVIF.`);
  if (file.size > uploadLimits.imageBytes)
    throw new ApiError('BAD_INPUT', `${file.name} is larger than ${uploadLimits.imageBytes / 1_000_000} MB.`);
  const form = new FormData();
  // The file itself is another part of the form, as `map` says.
  form.set('operations', bodyOf(CreateSiteImageDocument, { file: null as unknown as File }));
  form.set('map', '{"0":["variables.file"]}');
  form.set('0', file);
  const response = await fetch('/graphql', { method: 'POST', headers: { accept: 'application/json' }, body: form, signal });
  const answer = await renewed(CreateSiteImageDocument, (await response.json()) as Answer<CreateSiteImageMutation>);
  return expectValue(dataOf(answer).createSiteImage?.attachment?.imageUrl);
}
