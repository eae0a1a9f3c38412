import type {} from 'postgraphile';
import type { PgCodec, PgResource } from 'postgraphile/@dataplan/pg';
import type { GraphQLField } from 'postgraphile/graphql';

/** Where the rows or the value of a field come from in the database. */
export type FieldFacts = {
  /** A column of the row. */
  readonly attribute?: string | undefined;
  /** The rows that a foreign key names, or that name this row by theirs. */
  readonly relation?: { readonly local: readonly string[]; readonly remote: readonly string[] } | undefined;
  /** The table that the rows are of, or the function that gives them or the value. */
  readonly resource?: PgResource | undefined;
  /** Of a function: the arguments of the field that its parameters come from, in their order; null for the row itself. */
  readonly parameters?: readonly (string | null)[] | undefined;
  /** The columns by which one row is found, each an argument. */
  readonly unique?: readonly string[] | undefined;
  /** How many there are: one or none, a list, or a list with its paging. */
  readonly shape: 'one' | 'list' | 'connection';
  /** The plan that the field had when this was written down: where another took its place, its meaning is another. */
  readonly plan: unknown;
};

const key = 'newlineFacts';

/** What is known of a field; null for one that is not made from the database. */
export function factsOf(field: GraphQLField<unknown, unknown>): FieldFacts | null {
  return (field.extensions[key] as FieldFacts | undefined) ?? null;
}

/** True when a plan of ours was put around, or in the place of, the one that the field was made with. */
export function hasOwnPlan(field: GraphQLField<unknown, unknown>, facts: FieldFacts): boolean {
  return field.extensions.grafast?.plan !== facts.plan;
}

/** Writes down, beside each field that is made from the database, where it comes from. It changes nothing of the schema. */
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

/** What PostGraphile says of a field while it makes it. */
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

function factsFrom(scope: Scope, ofFunction: Called | undefined): Omit<FieldFacts, 'plan'> | null {
  const shape = scope.isPgFieldConnection === true ? 'connection' : scope.isPgFieldSimpleCollection === true ? 'list' : 'one';
  const { pgFieldAttribute, pgRelationDetails: details, pgFieldResource: resource, pgCodec } = scope;
  if (pgFieldAttribute) {
    const attribute = Object.entries(pgCodec?.attributes ?? {}).find(([, spec]) => spec === pgFieldAttribute)?.[0];
    return attribute === undefined || pgFieldAttribute.via || pgFieldAttribute.expression ? null : { attribute, shape };
  }
  if (details) {
    const found = details.registry.pgRelations[details.codec.name]?.[details.relationName];
    return found
      ? { relation: { local: found.localAttributes, remote: found.remoteAttributes }, resource: found.remoteResource, shape }
      : null;
  }
  if (ofFunction && scope.fieldBehaviorScope !== undefined) return { ...ofFunction, shape };
  if (scope.isPgRowByUniqueConstraintField === true) return { resource, unique: scope.pgFieldResourceUnique?.attributes, shape };
  return resource && !resource.parameters ? { resource, shape } : null;
}

type Called = { resource: PgResource; parameters: readonly (string | null)[] };

const functionsByBuild = new WeakMap<object, ReadonlyMap<string, Called>>();

/** The functions that requests read by a field of their own, by the type and the name of that field. */
function functionsOf(build: GraphileBuild.Build): ReadonlyMap<string, Called> {
  const known = functionsByBuild.get(build);
  if (known) return known;
  const made = new Map<string, Called>();
  const { inflection } = build;
  const { pgResources } = (build.input as unknown as { pgRegistry: Registry }).pgRegistry;
  for (const resource of Object.values(pgResources).filter((one) => one.parameters && !one.isMutation)) {
    const details = { resource: resource as never };
    const all = resource.parameters ?? [];
    const names = all.map((param, index) => inflection.argument({ resource: resource as never, param, index }));
    for (const name of [
      inflection.customQueryField(details),
      inflection.customQueryConnectionField(details),
      inflection.customQueryListField(details),
    ]) {
      made.set(`Query.${name}`, { resource, parameters: names });
    }
    const row = all[0]?.codec;
    if (!row?.attributes || row.isAnonymous === true) continue;
    const typeName = inflection.tableType(row as never);
    for (const name of [
      inflection.computedAttributeField(details),
      inflection.computedAttributeConnectionField(details),
      inflection.computedAttributeListField(details),
    ]) {
      made.set(`${typeName}.${name}`, { resource, parameters: [null, ...names.slice(1)] });
    }
  }
  functionsByBuild.set(build, made);
  return made;
}
