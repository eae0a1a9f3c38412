import type { PgCodec, PgResource, PgSelectArgumentDigest } from 'postgraphile/@dataplan/pg';
import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'postgraphile/graphql';
import { type SQL, sql } from 'postgraphile/pg-sql2';
import { counters } from '../counter-plugin.ts';
import { Arguments, type Condition, Parameter, type Variables } from './arguments.ts';
import { addConditions } from './conditions.ts';
import { cursorOf } from './cursors.ts';
import { factsOf, type FieldFacts, hasOwnPlan } from './field-facts.ts';
import { jsonOf, orNull } from './json-text.ts';
import { type Guard, listRules } from './list-rules.ts';
import { NotCompilable } from './not-compilable.ts';
import { type Order, orderBy, ordersOf } from './orders.ts';
import { column, type Row, type Rows } from './rows.ts';
import { fieldsIn, type Fragments } from './selection.ts';

/** One statement that returns the result of a whole operation as one text: its data as JSON. */
export type CompiledDocument = {
  readonly text: string;
  readonly values: (variables: Variables) => unknown[];
  /** Conditions that a request must meet; otherwise PostGraphile answers it, with its error. */
  readonly guards: readonly Guard[];
};

type Field = GraphQLField<unknown, unknown>;

/** The order of a list: as SQL, if a rule fixes it. */
type Orders = SQL | readonly Order[];

/**
 * Compiles a query to one statement, for variables like these. Adds the properties of the variables that the statement depends on to
 * `conditions`, even if compiling fails.
 *
 * Rows, columns, keys and functions are those that PostGraphile found in the database, and names and types are those of its schema;
 * policies, functions and the order of lists remain in the database and the schema, so that both ways have the same result.
 * @throws NotCompilable for a query that PostGraphile must answer
 */
export function compileDocument(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
  conditions: Condition[],
  isForPageSize: boolean,
): CompiledDocument {
  const queryType = schema.getQueryType();
  if (operation.operation !== OperationTypeNode.QUERY || !queryType) throw new NotCompilable('an operation that is not a query');
  const fragments: Fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [])),
  );
  const compiler = new Compiler(fragments, new Arguments(variables, conditions, isForPageSize));
  const { text, values } = sql.compile(sql`select ${compiler.object(queryType, [operation.selectionSet], null)}`);
  const parameters = values.map((value: unknown) => {
    if (!(value instanceof Parameter)) throw new NotCompilable('a value inside the statement');
    return value;
  });
  return {
    text,
    values: (requestVariables) => parameters.map((parameter) => parameter.valueOf(requestVariables)),
    guards: compiler.guards,
  };
}

/** Writes the statement of one operation. */
class Compiler {
  readonly guards: Guard[] = [];
  readonly arguments: Arguments;
  readonly #fragments: Fragments;

  constructor(fragments: Fragments, operationArguments: Arguments) {
    this.#fragments = fragments;
    this.arguments = operationArguments;
  }

  /** Returns an object with its selected fields as text. `row` is null at the root. */
  object(type: GraphQLObjectType, sets: Parameters<typeof fieldsIn>[0], row: Row | null): SQL {
    return this.#objectText(type, sets, (field, node, nodes) => this.#field(type, field, node, nodes, row));
  }

  /** Returns an object as text, with fields written by `write`. */
  #objectText(
    type: GraphQLObjectType,
    sets: Parameters<typeof fieldsIn>[0],
    write: (field: Field, node: FieldNode, nodes: readonly FieldNode[]) => SQL,
  ): SQL {
    const parts: SQL[] = [];
    let separator = sql`'{'`;
    for (const [key, nodes] of fieldsIn(sets, type.name, this.#fragments, (node) => this.arguments.isIncluded(node))) {
      const [node] = nodes;
      if (!node) continue;
      parts.push(sql`(${separator} || ${sql.literal(`"${key}":`)})`);
      separator = sql`','`;
      if (node.name.value === '__typename') parts.push(sql.literal(`"${type.name}"`));
      else {
        const field = type.getFields()[node.name.value];
        if (!field) throw new NotCompilable(`${type.name}.${node.name.value}`);
        parts.push(write(field, node, nodes));
      }
    }
    return sql`(${sql.join([...parts, parts.length === 0 ? sql`'{}'` : sql`'}'`], ' || ')})`;
  }

  #field(type: GraphQLObjectType, field: Field, node: FieldNode, nodes: readonly FieldNode[], row: Row | null): SQL {
    const fieldPath = `${type.name}.${field.name}`;
    const facts = factsOf(field);
    if (!facts) throw new NotCompilable(`${fieldPath}, which is not from the database`);
    const rule = listRules[fieldPath];
    if (hasOwnPlan(field, facts) && !rule && !counters[fieldPath]) throw new NotCompilable(`${fieldPath}, which has its own plan`);
    if (facts.attribute !== undefined) {
      const spec = row?.codec.attributes?.[facts.attribute];
      if (!row || !spec || spec.codec.attributes) throw new NotCompilable(`${fieldPath}, a composite value`);
      this.#allow(node, []);
      const value = column(row, facts.attribute);
      const member = spec.codec.arrayOfCodec;
      return member?.attributes ? this.#members(field, nodes, value, member) : jsonOf(value, spec.codec, field.type, spec.notNull === true);
    }
    const rows = this.#rows(field, node, facts, row);
    if (facts.shape === 'one') return this.#one(field, nodes, rows, facts);
    this.#allow(node, ['first', 'offset', 'after', 'orderBy', 'condition', ...(rule?.arguments ?? []), ...parametersOf(facts)]);
    rule?.apply(this, field, node, rows);
    addConditions(this.arguments, field, node, rows);
    const orders = rule?.orders?.(rows) ?? ordersOf(this.arguments, field, node, rows);
    const counter = counters[fieldPath]?.column;
    return facts.shape === 'list'
      ? this.#list(field, nodes, rows, orders)
      : this.#connection(
          field,
          node,
          nodes,
          rows,
          orders,
          rule?.hasOwnStart === true,
          counter === undefined || !row ? null : column(row, counter),
        );
  }

  /** Returns a single value, or the object of one row. */
  #one(field: Field, nodes: readonly FieldNode[], { from, alias, codec, where, resource }: Rows, facts: FieldFacts): SQL {
    const [node] = nodes;
    if (node) this.#allow(node, [...(facts.unique ? field.args.map(({ name }) => name) : []), ...parametersOf(facts)]);
    if (resource.isList && codec.attributes) return this.#listOf(field, nodes, from, codec);
    if (!resource.isUnique && facts.relation === undefined && facts.unique === undefined) throw new NotCompilable(`${field.name}, a set`);
    if (!codec.attributes) return jsonOf(from, codec, field.type, false);
    const type = objectTypeOf(field);
    const object = sql`(select ${this.object(type, selectionsOf(nodes), { alias, codec })} from ${from} as ${alias} where ${all(where)})`;
    return orNull(object, isNonNullType(field.type));
  }

  /** Returns the objects of a column that contains a list of rows. */
  #members(field: Field, nodes: readonly FieldNode[], value: SQL, codec: PgCodec): SQL {
    const text = this.#listOf(field, nodes, sql`unnest(${value})`, codec);
    return orNull(sql`case when ${value} is not null then ${text} end`, isNonNullType(field.type));
  }

  /** Returns the objects of all rows of a list value, some of which may be null. */
  #listOf(field: Field, nodes: readonly FieldNode[], from: SQL, codec: PgCodec): SQL {
    const list = isNonNullType(field.type) ? field.type.ofType : field.type;
    if (!isListType(list)) throw new NotCompilable(`${field.name}, one of a list of rows`);
    const alias = sql.identifier(Symbol('member'));
    const object = this.object(objectTypeOf(field), selectionsOf(nodes), { alias, codec });
    const member = orNull(sql`case when not (${alias} is null) then ${object} end`, isNonNullType(list.ofType));
    return sql`('[' || array_to_string(array(select ${member} from ${from} as ${alias}), ',') || ']')`;
  }

  #list(field: Field, nodes: readonly FieldNode[], rows: Rows, orders: Orders): SQL {
    const [node] = nodes;
    if (!node || !rows.codec.attributes) throw new NotCompilable(`${field.name}, a list of values`);
    const objectOf = (row: Row) => this.object(objectTypeOf(field), selectionsOf(nodes), row);
    const { limit, offset } = this.#page(field, node);
    return sql`('[' || array_to_string(array(${this.#select(objectOf, rows, orders, limit, offset)}), ',') || ']')`;
  }

  #connection(
    field: Field,
    node: FieldNode,
    nodes: readonly FieldNode[],
    rows: Rows,
    orders: Orders,
    hasOwnStart: boolean,
    counter: SQL | null,
  ): SQL {
    const type = objectTypeOf(field);
    const { limit, offset: skipped } = this.#page(field, node);
    const offset = hasOwnStart ? null : skipped;
    const page = sql.identifier(Symbol('found'));
    const selected = fieldsIn(selectionsOf(nodes), type.name, this.#fragments, (selection) => this.arguments.isIncluded(selection));
    const isPaged = [...selected.values()].some(([selection]) => selection?.name.value === 'pageInfo');
    let objectOf = null as ((row: Row) => SQL) | null;
    let hasCursor = false;
    const select = (valuesOf: (row: Row) => SQL, size: SQL | null) => this.#select(valuesOf, rows, orders, size, offset);
    const text = this.#objectText(type, selectionsOf(nodes), (part, partNode, partNodes) => {
      this.#allow(partNode, []);
      switch (part.name) {
        case 'nodes': {
          if (!rows.codec.attributes || objectOf) throw new NotCompilable(`${field.name}, a list of values`);
          objectOf = (row) => this.object(objectTypeOf(part), selectionsOf(partNodes), row);
          if (!isPaged) return sql`'[' || array_to_string(array(${select(objectOf, limit)}), ',') || ']'`;
          return sql`'[' || array_to_string(${page}.rows${limit ? sql`[1:${limit}]` : sql.blank}, ',') || ']'`;
        }
        case 'totalCount':
          return sql`${counter ?? sql`(select count(*) from ${rows.from} as ${rows.alias} where ${all(rows.where)})`}::text`;
        case 'pageInfo':
          return this.#objectText(objectTypeOf(part), selectionsOf(partNodes), (fact, factNode) => {
            this.#allow(factNode, []);
            if (fact.name === 'hasNextPage') return limit ? sql`(cardinality(${page}.rows) > ${limit})::text` : sql.literal('false');
            if (fact.name !== 'endCursor') throw new NotCompilable(`PageInfo.${fact.name}`);
            hasCursor = true;
            const count = sql`cardinality(${page}.rows)`;
            return sql`coalesce('"' || ${page}.cursors[${limit ? sql`least(${count}, ${limit})` : count}] || '"', 'null')`;
          });
        default:
          throw new NotCompilable(`${type.name}.${part.name}`);
      }
    });
    if (!isPaged) return text;
    const size = limit && sql`${limit} + 1`;
    const write = (row: Row) => objectOf?.(row) ?? sql.literal('');
    // `offset 0` keeps PostgreSQL from inlining the rows, which would compute them twice.
    if (!hasCursor) return sql`(select ${text} from (select array(${select(write, size)}) as rows offset 0) as ${page})`;
    const one = sql.identifier(Symbol('one'));
    const both = select((row) => sql`${write(row)} as object, ${cursorOf(isFixed(orders) ? [] : orders, row)} as cursor`, size);
    return sql`(select ${text} from (
      select coalesce(array_agg(${one}.object), '{}') as rows, array_agg(${one}.cursor) as cursors from (${both}) as ${one} offset 0) as ${page})`;
  }

  /**
   * Returns the SELECT of values of a page of rows. PostgreSQL also computes the values of rows that an offset skips, so the page of a
   * function's rows is found first. A table's isn't, because whole rows need the right to read all columns.
   */
  #select(valuesOf: (row: Row) => SQL, rows: Rows, orders: Orders, limit: SQL | null, offset: SQL | null): SQL {
    const { from, alias, codec, where, start, resource } = rows;
    const order = isFixed(orders) ? orders : orderBy(orders, rows);
    const source = sql`from ${from} as ${alias} where ${all([...where, ...start])}${order}${limit ? sql` limit ${limit}` : sql.blank}`;
    if (!offset || typeof resource.from !== 'function')
      return sql`select ${valuesOf(rows)} ${source}${offset ? sql` offset ${offset}` : sql.blank}`;
    const page = sql.identifier(Symbol('page'));
    return sql`select ${valuesOf({ alias: sql`(${page}.found)`, codec })} from (select ${alias} as found ${source} offset ${offset}) as ${page}`;
  }

  /** Returns the limit and offset of a list. */
  #page(field: Field, node: FieldNode): { limit: SQL | null; offset: SQL | null } {
    const has = (name: string) => field.args.some((argument) => argument.name === name);
    if (has('after') && !this.arguments.isAbsent(field, node, 'after')) throw new NotCompilable(`${field.name}(after)`);
    return {
      limit: has('first') ? this.arguments.count(field, node, 'first', null) : null,
      offset: has('offset') ? this.arguments.count(field, node, 'offset', 0) : null,
    };
  }

  /** Returns all rows of a field. */
  #rows(field: Field, node: FieldNode, facts: FieldFacts, row: Row | null): Rows {
    const { resource, relation, unique, parameters } = facts;
    if (!resource) throw new NotCompilable(`${field.name}, which has no rows`);
    const alias = sql.identifier(Symbol(resource.name));
    const where: SQL[] = [];
    const rows: Omit<Rows, 'from'> = { alias, codec: resource.codec, where, start: [], resource };
    if (parameters) return { ...rows, ...this.#called(field, node, resource, parameters, row, alias) };
    if (typeof resource.from === 'function') throw new NotCompilable(`${field.name}, rows of a function`);
    if (relation) {
      if (!row) throw new NotCompilable(`${field.name}, a relation without a row`);
      relation.remote.forEach((name, index) => where.push(sql`${column(rows, name)} = ${column(row, relation.local[index] ?? name)}`));
    }
    unique?.forEach((name, index) => {
      const argument = field.args[index];
      const codec = resource.codec.attributes?.[name]?.codec;
      if (!argument || !codec) throw new NotCompilable(`${field.name}, a row by ${name}`);
      where.push(sql`${column(rows, name)} = ${this.#typed(field, node, argument.name, codec)}`);
    });
    return { ...rows, from: resource.from };
  }

  /** Returns the rows, or the value, of a function. */
  #called(
    field: Field,
    node: FieldNode,
    resource: PgResource,
    parameters: readonly (string | null)[],
    row: Row | null,
    alias: SQL,
  ): { from: SQL; where: SQL[] } {
    if (typeof resource.from !== 'function') throw new NotCompilable(`${field.name}, which is not a function`);
    const argumentNames = this.arguments.named(node);
    let isByName = false;
    const digests = parameters.flatMap((name, index): PgSelectArgumentDigest[] => {
      const parameter = resource.parameters?.[index];
      if (!parameter) throw new NotCompilable(`${field.name}, a function with fewer parameters`);
      if (name === null) {
        if (!row) throw new NotCompilable(`${field.name}, without a row`);
        return [{ placeholder: row.alias, position: index }];
      }
      if (!argumentNames.includes(name) && parameter.optional === true) {
        isByName = true;
        return [];
      }
      const placeholder = this.#typed(field, node, name, parameter.codec);
      if (!isByName) return [{ placeholder, position: index }];
      if (!parameter.name) throw new NotCompilable(`${field.name}, a parameter without a name`);
      return [{ placeholder, name: parameter.name }];
    });
    const from = resource.from(...digests);
    // A function that returns one row returns a row of nulls if there is none.
    return { from, where: resource.isUnique && resource.codec.attributes ? [sql`not (${alias} is null)`] : [] };
  }

  #typed(field: Field, node: FieldNode, name: string, codec: PgCodec): SQL {
    const value = this.arguments.value(field, node, name, (input) => codec.toPg(input));
    return sql`${value}::${codec.sqlType}`;
  }

  #allow(node: FieldNode, names: readonly string[]): void {
    const other = node.arguments?.find(({ name }) => !names.includes(name.value));
    if (other) throw new NotCompilable(`the argument ${other.name.value} of ${node.name.value}`);
  }
}

function isFixed(orders: Orders): orders is SQL {
  return !Array.isArray(orders);
}

function all(conditions: readonly SQL[]): SQL {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, ' and ');
}

function parametersOf({ parameters }: FieldFacts): string[] {
  return (parameters ?? []).filter((name) => name !== null);
}

function objectTypeOf(field: Field): GraphQLObjectType {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) throw new NotCompilable(`${field.name}, which is not an object`);
  return type;
}

function selectionsOf(nodes: readonly FieldNode[]) {
  return nodes.flatMap(({ selectionSet }) => (selectionSet ? [selectionSet] : []));
}
