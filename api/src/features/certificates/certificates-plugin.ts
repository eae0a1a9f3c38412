import type { PgResource } from 'postgraphile/@dataplan/pg';
import { access, context, type FieldArgs, list, object, sideEffect, type Step } from 'postgraphile/grafast';
import { extendSchema, gql } from 'postgraphile/utils';
import { service } from '../../services.ts';
import type { ClaimCertificate } from './claim-certificate.ts';

declare global {
  namespace Newline {
    interface Services {
      claimCertificate: ClaimCertificate;
    }
  }
}

/** Adds `claimCertificate`, which writes the name of the site on the certificate. The rest of certificates is SQL functions. */
export const CertificatesPlugin: GraphileConfig.Plugin = extendSchema((build) => {
  const { certificates } = build.pgResources as { certificates: PgResource };
  return {
    typeDefs,
    objects: {
      Mutation: {
        plans: {
          claimCertificate: (_$root: Step, args: FieldArgs) => {
            const $input = args.getRaw('input');
            const $id = sideEffect(
              list([service('claimCertificate'), context().get('viewer'), access($input, 'courseId')]),
              ([claim, viewer, courseId]) => claim(viewer, courseId as string),
            );
            return object({ certificate: certificates.get({ id: $id }), clientMutationId: access($input, 'clientMutationId') });
          },
        },
      },
    },
  };
}, 'CertificatesPlugin');

const typeDefs = gql`
  extend type Mutation {
    """
    Issues the certificate of a course to the signed-in user, with the names of today, if they have earned it. Once: later calls return the
    same, also if it was revoked. Errors: LOGIN_REQUIRED, NOT_FOUND, FORBIDDEN for those who write the course, CONFLICT if something is
    missing, TOO_MANY.
    """
    claimCertificate(input: ClaimCertificateInput!): ClaimCertificatePayload
  }

  """Input of claimCertificate."""
  input ClaimCertificateInput {
    clientMutationId: String
    "The course."
    courseId: UUID!
  }
  """The certificate."""
  type ClaimCertificatePayload {
    clientMutationId: String
    certificate: Certificate
  }
`;
