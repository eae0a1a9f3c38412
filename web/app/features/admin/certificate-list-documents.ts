import type { AdministrationCertificatesQuery } from '../../../.documents/graphql.ts';
import { graphql } from '../../shared/graphql-document.ts';

/** A certificate in the list. */
export type CertificateRow = AdministrationCertificatesQuery['issuedCertificates']['nodes'][number];

/** Certificates, newest first. */
export const CertificateListDocument = graphql(
  /* GraphQL */ `query administrationCertificates($search: String, $before: UUID, $first: Int!) {
  issuedCertificates(search: $search, before: $before, first: $first) {
    nodes { id holderName courseTitle issuedAt revokedAt revocationReason user { id username } }
  }
}`,
);

export const RevokeCertificateDocument = graphql(/* GraphQL */ `mutation revokeCertificate($id: UUID!, $reason: String!) {
  revokeCertificate(input: { id: $id, reason: $reason }) { certificate { id } }
}`);

export const RestoreCertificateDocument = graphql(/* GraphQL */ `mutation restoreCertificate($id: UUID!) {
  restoreCertificate(input: { id: $id }) { certificate { id } }
}`);
