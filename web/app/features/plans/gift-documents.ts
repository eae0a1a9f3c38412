import { graphql } from '../../shared/graphql-document.ts';

type TitleNode = { title: string; permalink: string };

/** A gift of the signed-in user. */
export type OwnGift = {
  id: string;
  isAdvanced: boolean;
  recipientEmail: string | null;
  recipientName: string | null;
  paidAt: string | null;
  sentAt: string | null;
  redeemedAt: string | null;
  withdrawnAt: string | null;
  course: TitleNode | null;
  book: TitleNode | null;
};

export const ResendGiftDocument = graphql(/* GraphQL */ `mutation resendGift($giftId: UUID!, $email: String) {
  resendGift(input: { giftId: $giftId, email: $email }) { gift { id } }
}`);

export const CreateGiftLinkDocument = graphql(
  /* GraphQL */ `mutation createGiftLink($giftId: UUID!) { createGiftLink(input: { giftId: $giftId }) { url } }`,
);

/** A gift, as someone who has its link sees it. */
export type GiftView = {
  title: string | null;
  path: string | null;
  giver: string | null;
  recipientName: string | null;
  message: string | null;
  state: 'OPEN' | 'REDEEMED' | 'WITHDRAWN' | null;
  isOwn: boolean | null;
};

export const GiftDocument = graphql(/* GraphQL */ `query gift($token: String!) {
  giftByToken(token: $token) { title path giver recipientName message state isOwn }
}`);

export const RedeemGiftDocument = graphql(
  /* GraphQL */ `mutation redeemGift($token: String!) { redeemGift(input: { token: $token }) { purchase { id } } }`,
);
