import { typed } from '../graphql-document.ts';

/** A picture that the server has taken. */
export type SentPicture = { id: string; imageUrl: string; squareImageUrl: string; width: number; height: number; thumbhash: string };

export const CreateAttachmentDocument = typed<
  { createAttachment: { attachment: SentPicture | null } | null },
  { attachment: { name: string; kind: 'IMAGE'; contentType: string; file: null; discussionId?: string; attachableId?: string } }
>(/* GraphQL */ `mutation createAttachment($attachment: NewAttachmentInput!) {
  createAttachment(input: { attachment: $attachment }) { attachment { id imageUrl squareImageUrl width height thumbhash } }
}`);

export const CreateAttachmentFromUrlDocument = typed<
  { createAttachmentFromUrl: { attachment: SentPicture | null } | null },
  { attachment: { url: string; discussionId?: string; attachableId?: string } }
>(/* GraphQL */ `mutation createAttachmentFromUrl($attachment: NewAttachmentFromUrlInput!) {
  createAttachmentFromUrl(input: { attachment: $attachment }) { attachment { id imageUrl squareImageUrl width height thumbhash } }
}`);
