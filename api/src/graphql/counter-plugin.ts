import type { Step } from 'postgraphile/grafast';
import type { PgSelectSingleStep } from 'postgraphile/@dataplan/pg';
import { wrapPlans } from 'postgraphile/utils';

/**
 * Lists whose totalCount is a counter column of their parent row.
 *
 * Most of these rows are visible only to their owner, so counting them would return 0 for visitors; and the statement that changed them has
 * counted them already. A list with `ownRows` has at most one row for a reader.
 */
export const counters: Record<string, { column: string; connection: string; ownRows?: true }> = {
  'Clip.likes': { column: 'likes_count', connection: 'LikeConnection', ownRows: true },
  'Clip.shares': { column: 'shares_count', connection: 'ShareConnection', ownRows: true },
  'CourseLesson.userProgressesByCourseLessonId': { column: 'progress_count', connection: 'UserProgressConnection', ownRows: true },
  'BookLesson.userProgressesByBookLessonId': { column: 'progress_count', connection: 'UserProgressConnection', ownRows: true },
  'Comment.reactions': { column: 'reactions_count', connection: 'CommentReactionConnection' },
  'Course.testimonials': { column: 'reviews_count', connection: 'TestimonialConnection' },
  'Book.testimonials': { column: 'reviews_count', connection: 'TestimonialConnection' },
  'Course.enrollments': { column: 'students_count', connection: 'EnrollmentConnection' },
  'Book.enrollments': { column: 'students_count', connection: 'EnrollmentConnection' },
};

/** Makes `clip.likes.totalCount` and similar fields read a counter column, in the statement that reads the row. */
export const CounterPlugin: GraphileConfig.Plugin = wrapPlans(
  () => {
    const counts = new WeakMap<object, Step>();
    const rules: Record<string, Record<string, (...args: never[]) => unknown>> = {};
    for (const [fieldPath, { column, connection }] of Object.entries(counters)) {
      const [typeName = '', fieldName = ''] = fieldPath.split('.');
      (rules[typeName] ??= {})[fieldName] = (plan: () => object, $row: PgSelectSingleStep) => {
        const $connection = plan();
        counts.set($connection, $row.get(column));
        return $connection;
      };
      (rules[connection] ??= {})['totalCount'] = (plan: () => object, $connection: object) => counts.get($connection) ?? plan();
    }
    return rules as ReturnType<Extract<Parameters<typeof wrapPlans>[0], (...args: never[]) => object>>;
  },
  { name: 'CounterPlugin' },
);

/** Removes `condition` from those lists: the counter can't count a part of the rows. */
export const CounterArgumentsPlugin: GraphileConfig.Plugin = {
  name: 'CounterArgumentsPlugin',
  after: ['PgConditionArgumentPlugin'],
  schema: {
    hooks: {
      GraphQLObjectType_fields_field_args: {
        after: ['PgConditionArgumentPlugin'],
        callback(args, _build, { Self, scope }) {
          const counter = counters[`${Self.name}.${scope.fieldName}`];
          if (counter?.ownRows !== true || !('condition' in args)) return args;
          const { condition: _condition, ...remainingArgs } = args;
          return remainingArgs;
        },
      },
    },
  },
};
