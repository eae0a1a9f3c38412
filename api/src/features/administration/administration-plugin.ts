import { access, context, type FieldArgs, lambda, list, object, sideEffect, type Step } from 'postgraphile/grafast';
import { extendSchema, gql } from 'postgraphile/utils';
import { service } from '../../services.ts';
import type { Viewer } from '../../viewer.ts';
import type { Administration, JobState } from './create-administration.ts';

declare global {
  namespace Newline {
    interface Services {
      /** Administrators' operations on the job queue, and on the sign-in of users. */
      administration: Administration;
    }
  }
}

/** Adds the job queue for administrators, and the removal of a lost second step, which sends an email. The rest of administration is SQL functions. */
export const AdministrationPlugin: GraphileConfig.Plugin = extendSchema(() => {
  const mutation =
    (perform: (administration: Administration, viewer: Viewer, id: string) => Promise<void>, idField = 'id') =>
    (_$root: Step, args: FieldArgs) => {
      const $input = args.getRaw('input');
      const $done = sideEffect(
        list([service('administration'), context().get('viewer'), $input]),
        async ([administration, viewer, input]) => {
          await perform(administration, viewer, String((input as Readonly<Record<string, unknown>>)[idField]));
          return true;
        },
      );
      return object({ isDone: $done, clientMutationId: access($input, 'clientMutationId') });
    };
  return {
    typeDefs,
    objects: {
      Query: {
        plans: {
          jobs: (_$root: Step, args: FieldArgs) =>
            lambda(
              list([service('administration'), context().get('viewer'), args.getRaw('state')]),
              async ([administration, viewer, state]) => administration.listJobs(viewer, (state as JobState | null | undefined) ?? null),
            ),
          oldestDueJobSeconds: () =>
            lambda(list([service('administration'), context().get('viewer')]), async ([administration, viewer]) =>
              administration.readDelay(viewer),
            ),
        },
      },
      Mutation: {
        plans: {
          retryJob: mutation((administration, viewer, id) => administration.retryJob(viewer, id)),
          removeJob: mutation((administration, viewer, id) => administration.removeJob(viewer, id)),
          removeSecondStep: mutation((administration, viewer, userId) => administration.removeSecondStep(viewer, userId), 'userId'),
        },
      },
    },
  };
}, 'AdministrationPlugin');

const typeDefs = gql`
  """The state of jobs."""
  enum JobState {
    "Jobs that haven't been tried yet, or are in their first try."
    WAITING
    "Jobs that failed; they are retried automatically while tries are left."
    FAILED
  }

  """A task that the server runs in the background, such as sending an email."""
  type Job {
    "The number of the job."
    id: String!
    "The name of the task, such as send_mail."
    task: String!
    "The recipient of an email; null for other jobs."
    address: String
    "The number of tries so far."
    attempts: Int!
    "The maximum number of tries."
    maxAttempts: Int!
    "The error of the last try; null if it hasn't failed."
    lastError: String
    "When it is due."
    runAt: Datetime!
    "When it was added."
    createdAt: Datetime!
    "True while it runs."
    isRunning: Boolean!
    "True if its last try failed."
    hasFailed: Boolean!
  }

  extend type Query {
    "For administrators: queued jobs by state, failed ones first, at most 100. Errors: LOGIN_REQUIRED, FORBIDDEN."
    jobs(state: JobState): [Job!]
    "For administrators: how long the oldest due job has been waiting, in seconds; 0 if none is waiting. Errors: LOGIN_REQUIRED, FORBIDDEN."
    oldestDueJobSeconds: Int
  }

  extend type Mutation {
    "Runs a job immediately and resets its tries. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT while it runs."
    retryJob(input: RetryJobInput!): RetryJobPayload
    "Removes a job without running it. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT while it runs."
    removeJob(input: RemoveJobInput!): RemoveJobPayload
    "Removes the lost second step and the passkeys of a user, ends their sessions and sends them an email. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN for your own and for another administrator's, NOT_FOUND, CONFLICT for a user without either."
    removeSecondStep(input: RemoveSecondStepInput!): RemoveSecondStepPayload
  }

  """Input of retryJob."""
  input RetryJobInput {
    clientMutationId: String
    "The id of the Job."
    id: String!
  }
  """Result of retryJob."""
  type RetryJobPayload {
    clientMutationId: String
    "Always true."
    isDone: Boolean!
  }
  """Input of removeJob."""
  input RemoveJobInput {
    clientMutationId: String
    "The id of the Job."
    id: String!
  }
  """Result of removeJob."""
  type RemoveJobPayload {
    clientMutationId: String
    "Always true."
    isDone: Boolean!
  }
  """Input of removeSecondStep."""
  input RemoveSecondStepInput {
    clientMutationId: String
    "The id of the User."
    userId: UUID!
  }
  """Result of removeSecondStep."""
  type RemoveSecondStepPayload {
    clientMutationId: String
    "Always true."
    isDone: Boolean!
  }
`;
