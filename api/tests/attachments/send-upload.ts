import type { Browser } from '../browser.ts';
import { multipartBody, type RawPart } from './multipart-body.ts';
import type { TestApi } from '../start-test-api.ts';

/** The requested fields of an attachment. */
export type SentAttachment = {
  id: string;
  imageUrl: string;
  squareImageUrl: string;
  file: string;
  name: string;
  kind: string;
  contentType: string;
  width: number;
  height: number;
  thumbhash: string;
  byteCount: number;
  isAnimated: boolean;
  discussionId: string | null;
  attachableId: string | null;
  ownerId: string;
};

/** Response to an upload. */
export type UploadAnswer = {
  status: number;
  headers: Headers;
  attachment: SentAttachment | null;
  errors: readonly { message: string; extensions?: Record<string, unknown> }[] | undefined;
};

export const createAttachment = /* GraphQL */ `
  mutation createAttachment($attachment: NewAttachmentInput!) {
    createAttachment(input: { attachment: $attachment }) {
      attachment {
        id imageUrl squareImageUrl file name kind contentType width height thumbhash byteCount isAnimated discussionId attachableId ownerId
      }
    }
  }
`;

/** Uploads a file as a browser's user, by the multipart request specification. */
export async function sendUpload(
  site: TestApi,
  browser: Browser,
  file: { bytes: Uint8Array; name?: string; type?: string },
  details: Readonly<Record<string, unknown>> = {},
): Promise<UploadAnswer> {
  return sendForm(site, browser, [
    { name: 'operations', bytes: JSON.stringify({ query: createAttachment, variables: { attachment: { ...details, file: null } } }) },
    { name: 'map', bytes: '{"0":["variables.attachment.file"]}' },
    { name: '0', fileName: file.name ?? 'picture.png', type: file.type ?? 'image/png', bytes: file.bytes },
  ]);
}

/** Sends a form unchanged. */
export async function sendForm(site: TestApi, browser: Browser, parts: readonly RawPart[]): Promise<UploadAnswer> {
  const { body, contentType } = multipartBody(parts);
  const answer = await fetch(`${site.url}/graphql`, {
    method: 'POST',
    headers: { origin: site.url, 'sec-fetch-site': 'same-origin', cookie: browser.cookieHeader, 'content-type': contentType },
    body: new Uint8Array(body),
  });
  const { data, errors } = JSON.parse(await answer.text()) as {
    data?: { createAttachment?: { attachment: SentAttachment } | null } | null;
    errors?: UploadAnswer['errors'];
  };
  return { status: answer.status, headers: answer.headers, attachment: data?.createAttachment?.attachment ?? null, errors };
}
