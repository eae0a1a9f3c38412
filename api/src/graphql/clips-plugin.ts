import { TYPES, type PgResource, type PgSelectStep } from 'postgraphile/@dataplan/pg';
import { connection, context, lambda, type FieldArgs, type Step } from 'postgraphile/grafast';
import { type SQL, sql } from 'postgraphile/pg-sql2';
import { wrapPlans } from 'postgraphile/utils';
import { codedError } from '../errors/error-codes.ts';

/** For each root list of clips, the same list from its start: what totalCount counts. */
const wholeLists = new WeakMap<object, Step>();

/**
 * The root list of clips, as the specification has it: only clips with a videoUrl, newest first. `userId` is there
 * because the specification passes it; the session decides whose likes, shares and bookmarks are seen.
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
        const $clips = listed($connection.getSubplan(), $isOwn);
        // The first page, which nearly all ask for, has a plan and a statement of its own.
        if (!isOneOf(args.getRaw('offset'), [0, null, undefined]))
          $clips.where(clipsFrom($clips.alias, $clips.placeholder($offset, TYPES.int)));
        const clips = pgResources?.['clips'] as PgResource;
        wholeLists.set($connection, connection(listed(clips.find(), $isOwn)));
        return $connection;
      },
    },
    ClipConnection: {
      totalCount: (plan, $connection) => plan(($connection && wholeLists.get($connection)) ?? $connection),
    },
  }),
  { name: 'ClipsPlugin' },
);

/** True when an argument has one of the values; plans are then kept for each of the answers. */
function isOneOf($argument: Step, values: readonly unknown[]): boolean {
  return 'evalIs' in $argument && values.some((value) => ($argument as Step & { evalIs(value: unknown): boolean }).evalIs(value));
}

/** A clip that the root list has, which is the condition of the index `clips_listed_idx`: it has a video, and its item is not an unlisted one. */
export function isInClipList(clip: SQL): SQL {
  return sql`(${clip}.video_url is not null and ${clip}.is_listed)`;
}

/** Newest first, in the order of the index `clips_listed_idx`. */
function listed($clips: PgSelectStep, $isOwn: Step<boolean>): PgSelectStep {
  $clips.where(sql`${$clips.placeholder($isOwn, TYPES.boolean)}`);
  $clips.where(isInClipList($clips.alias));
  $clips.orderBy({ attribute: 'created_at', direction: 'DESC' });
  $clips.orderBy({ attribute: 'id', direction: 'DESC' });
  $clips.setOrderIsUnique();
  return $clips;
}

/**
 * A clip of the root list that is not before the one with this number, which is found in the index. With OFFSET itself PostgreSQL would
 * work out everything that is asked of a clip for each one it passes over.
 */
export function clipsFrom(clip: SQL, offset: SQL): SQL {
  const first = sql.identifier(Symbol('first'));
  return sql`((${clip}.created_at, ${clip}.id) <= (
    select ${first}.created_at, ${first}.id from app_public.clips as ${first} where ${isInClipList(first)}
    order by ${first}.created_at desc, ${first}.id desc offset ${offset} limit 1))`;
}

/** The arguments of `Query.clips`: `userId` comes; `condition` and `orderBy` go, because the list has one order. */
export const ClipsArgumentsPlugin: GraphileConfig.Plugin = {
  name: 'ClipsArgumentsPlugin',
  schema: {
    hooks: {
      GraphQLObjectType_fields_field_args: {
        after: ['PgFirstLastBeforeAfterArgsPlugin', 'PgConnectionArgOrderByPlugin', 'PgConditionArgumentPlugin'],
        callback(args, build, { Self, scope }) {
          if (Self.name !== 'Query' || scope.fieldName !== 'clips' || !args['offset']) return args;
          const { condition: _condition, orderBy: _orderBy, offset, ...others } = args;
          const { applyPlan: _applyPlan, ...plainOffset } = offset;
          return {
            ...others,
            offset: plainOffset,
            userId: { type: build.getInputTypeByName('UUID'), description: 'Absent or your own id.' },
          };
        },
      },
    },
  },
};
