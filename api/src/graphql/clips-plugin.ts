import { context, lambda, type FieldArgs } from 'postgraphile/grafast';
import { TYPES, type PgSelectStep } from 'postgraphile/@dataplan/pg';
import { sql } from 'postgraphile/pg-sql2';
import { wrapPlans } from 'postgraphile/utils';
import { codedError } from './error-codes.ts';

/**
 * The root list of clips, as the specification has it: only clips with a videoUrl, newest first. `userId` is there
 * because the specification passes it; the session decides whose likes, shares and bookmarks are seen.
 */
export const ClipsPlugin: GraphileConfig.Plugin = {
  ...wrapPlans(
    {
      Query: {
        clips(plan, _$query, args: FieldArgs) {
          const $connection = plan();
          const $clips: PgSelectStep = $connection.getSubplan();
          const $isOwn = lambda([args.getRaw('userId'), context().get('userId')], ([userId, ownId]) => {
            if (userId == null || userId === ownId) return true;
            throw codedError(ownId == null ? 'LOGIN_REQUIRED' : 'FORBIDDEN', 'userId must be absent or your own id.');
          });
          $clips.where(sql`${$clips.alias}.video_url is not null and ${$clips.placeholder($isOwn, TYPES.boolean)}`);
          return $connection;
        },
      },
    },
    { name: 'ClipsPlugin' },
  ),
};

/** Adds the argument `userId` to `Query.clips`. */
export const ClipsArgumentsPlugin: GraphileConfig.Plugin = {
  name: 'ClipsArgumentsPlugin',
  schema: {
    hooks: {
      GraphQLObjectType_fields_field_args(args, build, { Self, scope }) {
        if (Self.name !== 'Query' || scope.fieldName !== 'clips') return args;
        const { condition: _condition, ...others } = args;
        return build.extend(
          others,
          { userId: { type: build.getInputTypeByName('UUID'), description: 'Absent or your own id.' } },
          'Adding userId to Query.clips',
        );
      },
    },
  },
};
