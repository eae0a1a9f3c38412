import type { Step } from 'postgraphile/grafast';
import type { PgSelectSingleStep } from 'postgraphile/@dataplan/pg';
import { wrapPlans } from 'postgraphile/utils';

/**
 * Lists whose totalCount is a counter column of the row they hang on.
 *
 * The rows of most of these are their owner's alone, so that counting them would show a visitor none; and counting is
 * work that the statement which changed them has done already. A list of `ownRows` holds at most one row for a reader.
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

/** Makes `clip.likes.totalCount` and its kin read a counter column, in the statement that reads the row. */
export const CounterPlugin: GraphileConfig.Plugin = wrapPlans(
  () => {
    const counts = new WeakMap<object, Step>();
    const rules: Record<string, Record<string, (...args: never[]) => unknown>> = {};
    for (const [place, { column, connection }] of Object.entries(counters)) {
      const [typeName = '', fieldName = ''] = place.split('.');
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

/** Takes `condition` off those lists: a count over a part of the rows would not be the counter's. */
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
          const { condition: _condition, ...others } = args;
          return others;
        },
      },
    },
  },
};
