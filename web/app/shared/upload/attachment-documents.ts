import { graphql } from '../graphql-document.ts';

/** A picture that the server has taken. */
export type SentImage = { id: string; imageUrl: string; squareImageUrl: string; width: number; height: number; thumbhash: string };

export const CreateAttachmentDocument = graphql(/* GraphQL */ `mutation createAttachment($attachment: NewAttachmentInput!) {
  createAttachment(input: { attachment: $attachment }) { attachment { id imageUrl squareImageUrl width height thumbhash } }
}`);

export const CreateAttachmentFromUrlDocument =
  graphql(/* GraphQL */ `mutation createAttachmentFromUrl($attachment: NewAttachmentFromUrlInput!) {
  createAttachmentFromUrl(input: { attachment: $attachment }) { attachment { id imageUrl squareImageUrl width height thumbhash } }
}`);
