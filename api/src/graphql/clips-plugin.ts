import { TYPES, type PgResource, type PgSelectStep } from 'postgraphile/@dataplan/pg';
import { connection, context, lambda, type FieldArgs, type Step } from 'postgraphile/grafast';
import { type SQL, sql } from 'postgraphile/pg-sql2';
import { wrapPlans } from 'postgraphile/utils';
import { codedError } from '../errors/error-codes.ts';

/** For each root list of clips, the same list from its start, which totalCount counts. */
const wholeLists = new WeakMap<object, Step>();

/**
 * The root list of clips as the specification defines it: only clips with a videoUrl, newest first. The specification passes `userId`, but
 * the session determines whose likes, shares and bookmarks are returned.
 */
export const ClipsPlugin: GraphileConfig.Plugin = wrapPlans(
  ({ pgResources }) => ({
    Query: {
      clips(plan, _$query, args: FieldArgs) {
        const $isOwn = lambda([args.getRaw('userId'), context().get('userId')], ([userId, ownId]) => {
          if (userId == null || userId === ownId) return true;
          throw codedError(ownId == null ? 'USER_ID_WITHOUT_SESSION' : 'USER_ID_NOT_OWN');
        });
        const $offset = lambda([args.getRaw('offset'), args.getRaw('after')], ([offset, after]) => {
          if (offset && after != null) throw codedError('OFFSET_AND_AFTER');
          return offset ?? 0;
        });
        const $connection = plan();
        const $clips = listedClips($connection.getSubplan(), $isOwn);
        // The first page, which nearly all requests want, has its own plan and statement.
        if (!hasOneOf(args.getRaw('offset'), [0, null, undefined]))
          $clips.where(clipsFrom($clips.alias, $clips.placeholder($offset, TYPES.int)));
        const clips = pgResources?.['clips'] as PgResource;
        wholeLists.set($connection, connection(listedClips(clips.find(), $isOwn)));
        return $connection;
      },
    },
    ClipConnection: {
      totalCount: (plan, $connection) => plan(($connection && wholeLists.get($connection)) ?? $connection),
    },
  }),
  { name: 'ClipsPlugin' },
);

/** Whether an argument has one of the values; each result then has its own plan. */
function hasOneOf($argument: Step, values: readonly unknown[]): boolean {
  return 'evalIs' in $argument && values.some((value) => ($argument as Step & { evalIs(value: unknown): boolean }).evalIs(value));
}

/**
 * Returns the condition for a clip of the root list, which is also that of the index `clips_listed_idx`: it has a video, and its course or
 * book isn't unlisted.
 */
export function isInClipList(clip: SQL): SQL {
  return sql`(${clip}.video_url is not null and ${clip}.is_listed)`;
}

/** Sorts newest first, in the order of the index `clips_listed_idx`. */
function listedClips($clips: PgSelectStep, $isOwn: Step<boolean>): PgSelectStep {
  $clips.where(sql`${$clips.placeholder($isOwn, TYPES.boolean)}`);
  $clips.where(isInClipList($clips.alias));
  $clips.orderBy({ attribute: 'created_at', direction: 'DESC' });
  $clips.orderBy({ attribute: 'id', direction: 'DESC' });
  $clips.setOrderIsUnique();
  return $clips;
}

/**
 * Returns the condition for clips of the root list from a number on; the index finds the first one. With OFFSET, PostgreSQL would compute
 * all selected fields for each skipped clip.
 */
export function clipsFrom(clip: SQL, offset: SQL): SQL {
  const firstClip = sql.identifier(Symbol('first'));
  return sql`((${clip}.created_at, ${clip}.id) <= (
    select ${firstClip}.created_at, ${firstClip}.id from app_public.clips as ${firstClip} where ${isInClipList(firstClip)}
    order by ${firstClip}.created_at desc, ${firstClip}.id desc offset ${offset} limit 1))`;
}

/** Changes the arguments of `Query.clips`: adds `userId`, and removes `condition` and `orderBy`, because the list has only one order. */
export const ClipsArgumentsPlugin: GraphileConfig.Plugin = {
  name: 'ClipsArgumentsPlugin',
  schema: {
    hooks: {
      GraphQLObjectType_fields_field_args: {
        after: ['PgFirstLastBeforeAfterArgsPlugin', 'PgConnectionArgOrderByPlugin', 'PgConditionArgumentPlugin'],
        callback(args, build, { Self, scope }) {
          if (Self.name !== 'Query' || scope.fieldName !== 'clips' || !args['offset']) return args;
          const { condition: _condition, orderBy: _orderBy, offset, ...remainingArgs } = args;
          const { applyPlan: _applyPlan, ...plainOffset } = offset;
          return {
            ...remainingArgs,
            offset: plainOffset,
            userId: { type: build.getInputTypeByName('UUID'), description: 'Absent, or the id of the signed-in user.' },
          };
        },
      },
    },
  },
};
