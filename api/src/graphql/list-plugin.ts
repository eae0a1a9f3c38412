import type {} from 'postgraphile';

/** Default and maximum number of rows of a list. */
export const maxPageSize = 100;

/** Default orders of lists; other lists are ordered by id, which is by age. */
const defaultOrders: Record<string, string> = {
  Article: 'CREATED_AT_DESC',
  ArticleRevision: 'VERSION_DESC',
  Book: 'CREATED_AT_DESC',
  BookLesson: 'ORDER_ASC',
  Bookmark: 'CREATED_AT_DESC',
  Clip: 'CREATED_AT_DESC',
  Comment: 'CREATED_AT_ASC',
  Course: 'CREATED_AT_DESC',
  CourseLesson: 'ORDER_ASC',
  CourseSection: 'ORDER_ASC',
  Discussion: 'CREATED_AT_DESC',
  LearningPathStep: 'POSITION_ASC',
  LessonRevision: 'VERSION_DESC',
  Logo: 'POSITION_ASC',
  Plan: 'POSITION_ASC',
  Purchase: 'CREATED_AT_DESC',
  Tag: 'POSITION_ASC',
  Testimonial: 'CREATED_AT_DESC',
};

/**
 * Defines paging and order of lists: `first` defaults to 100, each kind of row has a natural default order, and rows with the same time are
 * ordered by id in the same direction, so that the order is that of the index.
 */
export const ListPlugin: GraphileConfig.Plugin = {
  name: 'ListPlugin',
  after: ['PgFirstLastBeforeAfterArgsPlugin', 'PgConnectionArgOrderByDefaultValuePlugin', 'PgOrderAllAttributesPlugin'],
  schema: {
    hooks: {
      GraphQLObjectType_fields_field_args_arg: {
        after: ['PgConnectionArgOrderByDefaultValuePlugin'],
        callback(arg, build, { scope }) {
          const { argName, isPgFieldConnection, pgFieldResource } = scope;
          if (isPgFieldConnection !== true) return arg;
          if (argName === 'first')
            return { ...arg, defaultValue: maxPageSize, description: `Maximum number of rows, 1 to ${maxPageSize}.` };
          if (argName === 'offset')
            return { ...arg, description: 'Number of rows to skip, from the cursor if there is one; at most 1,000,000.' };
          if (argName !== 'orderBy' || !pgFieldResource) return arg;
          const typeName = build.inflection.tableType(pgFieldResource.codec);
          const order = defaultOrders[typeName];
          const type = build.getTypeByName(build.inflection.orderByType(typeName));
          if (order === undefined || !(type instanceof build.graphql.GraphQLEnumType)) return arg;
          const value = type.getValue(order);
          if (!value) throw new Error(`Default order of ${typeName}: expected ${order} in ${type.name}`);
          return { ...arg, defaultValue: [value.value] };
        },
      },
      GraphQLEnumType_values_value(value, _build, { scope }) {
        const { valueName, isPgRowSortEnum, pgCodec } = scope as typeof scope & {
          isPgRowSortEnum?: boolean;
          pgCodec?: { attributes?: object };
        };
        const direction = /^(?:CREATED_AT|PUBLISHED_AT)_(ASC|DESC)$/.exec(valueName)?.[1];
        const apply = value.extensions?.grafast?.apply;
        if (isPgRowSortEnum !== true || direction === undefined || !apply || !pgCodec?.attributes || !('id' in pgCodec.attributes))
          return value;
        return {
          ...value,
          extensions: {
            ...value.extensions,
            grafast: {
              ...value.extensions?.grafast,
              apply: ((queryBuilder: QueryBuilder, info) => {
                apply(queryBuilder, info);
                queryBuilder.orderBy({ attribute: 'id', direction: direction as 'ASC' | 'DESC' });
                queryBuilder.setOrderIsUnique();
              }) satisfies typeof apply,
            },
          },
        };
      },
    },
  },
};

type QueryBuilder = {
  orderBy(order: { attribute: string; direction: 'ASC' | 'DESC' }): void;
  setOrderIsUnique(): void;
};
