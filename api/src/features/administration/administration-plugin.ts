import { access, context, type FieldArgs, lambda, list, object, sideEffect, type Step } from 'postgraphile/grafast';
import { extendSchema, gql } from 'postgraphile/utils';
import { service } from '../../services.ts';
import type { Administration, JobState } from './create-administration.ts';

declare global {
  namespace Newline {
    interface Services {
      /** What staff do in the queue of jobs. */
      administration: Administration;
    }
  }
}

/** The queue of jobs, for staff. The rest of administration is SQL. */
export const AdministrationPlugin: GraphileConfig.Plugin = extendSchema(() => {
  const mutation =
    (perform: (administration: Administration, userId: string | null, id: string) => Promise<void>) => (_$root: Step, args: FieldArgs) => {
      const $input = args.getRaw('input');
      const $done = sideEffect(
        list([service('administration'), context().get('userId'), $input]),
        async ([administration, userId, input]) => {
          await perform(administration, userId ?? null, String((input as { id: unknown }).id));
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
              list([service('administration'), context().get('userId'), args.getRaw('state')]),
              async ([administration, userId, state]) =>
                administration.listJobs(userId ?? null, (state as JobState | null | undefined) ?? null),
            ),
          oldestDueJobSeconds: () =>
            lambda(list([service('administration'), context().get('userId')]), async ([administration, userId]) =>
              administration.readDelay(userId ?? null),
            ),
        },
      },
      Mutation: {
        plans: {
          retryJob: mutation((administration, userId, id) => administration.retryJob(userId, id)),
          removeJob: mutation((administration, userId, id) => administration.removeJob(userId, id)),
        },
      },
    },
  };
}, 'AdministrationPlugin');

const typeDefs = gql`
  """Which jobs are asked for."""
  enum JobState {
    "Jobs that were not tried, or are tried for the first time."
    WAITING
    "Jobs that failed; while tries are left they are tried again by themselves."
    FAILED
  }

  """Something that the server does by itself, such as sending a mail."""
  type Job {
    "A number."
    id: String!
    "What is done, such as send_mail."
    task: String!
    "Whom a mail goes to; null for other jobs."
    address: String
    "How often it was tried."
    attempts: Int!
    "How often it is tried."
    maxAttempts: Int!
    "Why the last try failed; null for one that was not tried."
    lastError: String
    "When it is due."
    runAt: Datetime!
    "When it was added."
    createdAt: Datetime!
    "True while it is done."
    isRunning: Boolean!
    "True when its last try failed."
    hasFailed: Boolean!
  }

  extend type Query {
    "For staff: jobs that wait, those that failed first, at most 100; by state. Errors: LOGIN_REQUIRED, FORBIDDEN."
    jobs(state: JobState): [Job!]
    "For staff: for how many seconds the oldest job that is due has been waiting; 0 when none waits. Errors: LOGIN_REQUIRED, FORBIDDEN."
    oldestDueJobSeconds: Int
  }

  extend type Mutation {
    "Does a job at once, with all its tries anew. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT while it runs."
    retryJob(input: RetryJobInput!): RetryJobPayload
    "Takes a job away undone. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT while it runs."
    removeJob(input: RemoveJobInput!): RemoveJobPayload
  }

  """What retryJob takes."""
  input RetryJobInput {
    clientMutationId: String
    "The id of the Job."
    id: String!
  }
  """What retryJob answers."""
  type RetryJobPayload {
    clientMutationId: String
    "True."
    isDone: Boolean!
  }
  """What removeJob takes."""
  input RemoveJobInput {
    clientMutationId: String
    "The id of the Job."
    id: String!
  }
  """What removeJob answers."""
  type RemoveJobPayload {
    clientMutationId: String
    "True."
    isDone: Boolean!
  }
`;
