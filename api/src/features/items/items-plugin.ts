import { type PgClient, type PgResource, sideEffectWithPgClient } from 'postgraphile/@dataplan/pg';
import { access, context, type FieldArgs, object, type Step } from 'postgraphile/grafast';
import { extendSchema } from 'postgraphile/utils';
import { codedError } from '../../errors/error-codes.ts';
import { type Detail, readPatch } from './checked-values.ts';
import { bookDetails, clipDetails, courseDetails, lessonDetails } from './item-details.ts';
import { typeDefs } from './item-inputs.ts';

type UpdateInput = { readonly id: string; readonly patch: object };

/**
 * Adds the mutations of courses, books, lessons and clips that take a patch, which is checked here before the database stores it. Mutations
 * without a patch (`createCourse`, `moveLesson`, `publishBook`, …) are SQL functions.
 */
export const ItemsPlugin: GraphileConfig.Plugin = extendSchema((build) => {
  const { courses, books, lessons, clips } = build.pgResources as Record<'courses' | 'books' | 'lessons' | 'clips', PgResource>;

  /** Creates a mutation field that checks the patch and stores it as the signed-in user. */
  const mutation = (details: Readonly<Record<string, Detail>>, statement: string) => (_$root: Step, args: FieldArgs) => {
    const $input = args.getRaw('input');
    const $written = sideEffectWithPgClient(
      courses.executor,
      [$input, context().get('userId')],
      async (client: PgClient, [input, userId]) => {
        if (userId === null) throw codedError('SIGN_IN_REQUIRED');
        const { id, patch } = input as UpdateInput;
        await client.query({ text: statement, values: [id, JSON.stringify(readPatch(patch, details))] });
        return { id };
      },
    );
    return object({ written: $written, clientMutationId: access($input, 'clientMutationId') });
  };
  const payload = (name: string, resource: PgResource) => ({
    plans: {
      clientMutationId: ($payload: Step) => access($payload, 'clientMutationId'),
      [name]: ($payload: Step) => resource.get({ id: access($payload, ['written', 'id']) }),
    },
  });

  return {
    typeDefs,
    objects: {
      Mutation: {
        plans: {
          updateCourse: mutation(courseDetails, 'select app_private.update_item($1, null, $2)'),
          updateBook: mutation(bookDetails, 'select app_private.update_item(null, $1, $2)'),
          updateLesson: mutation(lessonDetails, 'select app_private.update_lesson($1, $2)'),
          updateClip: mutation(clipDetails, 'select app_private.update_clip($1, $2)'),
        },
      },
      UpdateCoursePayload: payload('course', courses),
      UpdateBookPayload: payload('book', books),
      UpdateLessonPayload: payload('lesson', lessons),
      UpdateClipPayload: payload('clip', clips),
    },
  };
}, 'ItemsPlugin');
