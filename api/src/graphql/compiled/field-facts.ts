import type {} from 'postgraphile';
import type { PgCodec, PgResource } from 'postgraphile/@dataplan/pg';
import type { GraphQLField } from 'postgraphile/graphql';

/** Where the rows or the value of a field come from in the database. */
export type FieldFacts = {
  /** A column of the row. */
  readonly attribute?: string | undefined;
  /** A relation by foreign key: the rows that this row refers to, or that refer to this row. */
  readonly relation?: { readonly local: readonly string[]; readonly remote: readonly string[] } | undefined;
  /** The table of the rows, or the function that returns the rows or the value. */
  readonly resource?: PgResource | undefined;
  /** For a function: the field's arguments for its parameters, in order; null for the row itself. */
  readonly parameters?: readonly (string | null)[] | undefined;
  /** Columns that identify one row; each is an argument. */
  readonly unique?: readonly string[] | undefined;
  /** The number of rows: one or none, a list, or a list with paging. */
  readonly shape: 'one' | 'list' | 'connection';
  /** The plan of the field when its facts were recorded: if another plan replaced it, the facts don't apply. */
  readonly plan: unknown;
};

const key = 'newlineFacts';

/** Returns the facts of a field; null if it isn't generated from the database. */
export function factsOf(field: GraphQLField<unknown, unknown>): FieldFacts | null {
  return (field.extensions[key] as FieldFacts | undefined) ?? null;
}

/** Whether one of our own plans wraps or replaces the generated plan of a field. */
export function hasOwnPlan(field: GraphQLField<unknown, unknown>, facts: FieldFacts): boolean {
  return field.extensions.grafast?.plan !== facts.plan;
}

/** Records where each generated field comes from in the database. Doesn't change the schema. */
export const FieldFactsPlugin: GraphileConfig.Plugin = {
  name: 'FieldFactsPlugin',
  before: ['ClipsPlugin', 'CounterPlugin', 'UnlistedPlugin'],
  schema: {
    hooks: {
      GraphQLObjectType_fields_field(field, build, { Self, scope }) {
        const facts = factsFrom(scope, functionsOf(build).get(`${Self.name}.${scope.fieldName}`));
        if (facts === null) return field;
        return { ...field, extensions: { ...field.extensions, [key]: { ...facts, plan: field.plan } } };
      },
    },
  },
};

/** PostGraphile's description of a field while it's generated. */
type Scope = {
  fieldName: string;
  fieldBehaviorScope?: string;
  pgFieldAttribute?: { codec: PgCodec; via?: unknown; expression?: unknown };
  pgCodec?: PgCodec;
  pgFieldResource?: PgResource;
  pgFieldResourceUnique?: { attributes: readonly string[] };
  pgRelationDetails?: { registry: Registry; codec: PgCodec; relationName: string };
  isPgSingleRelationField?: boolean;
  isPgFieldConnection?: boolean;
  isPgFieldSimpleCollection?: boolean;
  isPgRowByUniqueConstraintField?: boolean;
};
type Relation = { localAttributes: readonly string[]; remoteAttributes: readonly string[]; remoteResource: PgResource };
type Registry = { pgRelations: Record<string, Record<string, Relation>>; pgResources: Record<string, PgResource> };

function factsFrom(scope: Scope, calledFunction: CalledFunction | undefined): Omit<FieldFacts, 'plan'> | null {
  const shape = scope.isPgFieldConnection === true ? 'connection' : scope.isPgFieldSimpleCollection === true ? 'list' : 'one';
  const { pgFieldAttribute, pgRelationDetails: details, pgFieldResource: resource, pgCodec } = scope;
  if (pgFieldAttribute) {
    const attribute = Object.entries(pgCodec?.attributes ?? {}).find(([, spec]) => spec === pgFieldAttribute)?.[0];
    return attribute === undefined || pgFieldAttribute.via || pgFieldAttribute.expression ? null : { attribute, shape };
  }
  if (details) {
    const relation = details.registry.pgRelations[details.codec.name]?.[details.relationName];
    return relation
      ? { relation: { local: relation.localAttributes, remote: relation.remoteAttributes }, resource: relation.remoteResource, shape }
      : null;
  }
  if (calledFunction && scope.fieldBehaviorScope !== undefined) return { ...calledFunction, shape };
  if (scope.isPgRowByUniqueConstraintField === true) return { resource, unique: scope.pgFieldResourceUnique?.attributes, shape };
  return resource && !resource.parameters ? { resource, shape } : null;
}

type CalledFunction = { resource: PgResource; parameters: readonly (string | null)[] };

const functionsByBuild = new WeakMap<object, ReadonlyMap<string, CalledFunction>>();

/** Returns the database functions that have their own field for reading, by the field's type and name. */
function functionsOf(build: GraphileBuild.Build): ReadonlyMap<string, CalledFunction> {
  const cached = functionsByBuild.get(build);
  if (cached) return cached;
  const functions = new Map<string, CalledFunction>();
  const { inflection } = build;
  const { pgResources } = (build.input as unknown as { pgRegistry: Registry }).pgRegistry;
  for (const resource of Object.values(pgResources).filter((resource) => resource.parameters && !resource.isMutation)) {
    const details = { resource: resource as never };
    const all = resource.parameters ?? [];
    const names = all.map((param, index) => inflection.argument({ resource: resource as never, param, index }));
    for (const name of [
      inflection.customQueryField(details),
      inflection.customQueryConnectionField(details),
      inflection.customQueryListField(details),
    ]) {
      functions.set(`Query.${name}`, { resource, parameters: names });
    }
    const row = all[0]?.codec;
    if (!row?.attributes || row.isAnonymous === true) continue;
    const typeName = inflection.tableType(row as never);
    for (const name of [
      inflection.computedAttributeField(details),
      inflection.computedAttributeConnectionField(details),
      inflection.computedAttributeListField(details),
    ]) {
      functions.set(`${typeName}.${name}`, { resource, parameters: [null, ...names.slice(1)] });
    }
  }
  functionsByBuild.set(build, functions);
  return functions;
}
