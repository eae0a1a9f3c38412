import type { OwnCertificateQuery, ShownCertificateQuery } from '../../../.documents/graphql.ts';
import { graphql } from '../../shared/graphql-document.ts';

/** A certificate by its ID, as everyone sees it. */
export const ShownCertificateDocument = graphql(/* GraphQL */ `query shownCertificate($id: UUID!) {
  shownCertificate(id: $id) {
    id holderName courseTitle coursePath topic authorNames siteName needsLessons lessonsCount exercisesCount videoPercent videoSeconds issuedAt revokedAt
  }
}`);

/** A certificate as the query returns it: of a revoked one, only its ID and `revokedAt`. */
export type ShownCertificateNode = NonNullable<ShownCertificateQuery['shownCertificate']>;

/** The certificate with an ID, if it's the viewer's. */
export const OwnCertificateDocument = graphql(/* GraphQL */ `query ownCertificate($id: UUID!) {
  viewer { certificates(first: 1, condition: { id: $id }) { nodes { id userId isOnProfile revocationReason } } }
}`);

/** What only the holder sees. */
export type OwnCertificate = NonNullable<OwnCertificateQuery['viewer']>['certificates']['nodes'][number];

export const ShowCertificateDocument = graphql(/* GraphQL */ `mutation showCertificate($id: UUID!, $isOnProfile: Boolean!) {
  showCertificate(input: { id: $id, isOnProfile: $isOnProfile }) { certificate { id isOnProfile } }
}`);

export const DeleteCertificateDocument = graphql(/* GraphQL */ `mutation deleteCertificate($id: UUID!) {
  deleteCertificate(input: { id: $id }) { deletedCertificateId }
}`);
