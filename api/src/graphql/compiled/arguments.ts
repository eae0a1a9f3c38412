import {
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  Kind,
  type SelectionNode,
  type ValueNode,
  valueFromAST,
} from 'postgraphile/graphql';
import { type SQL, sql } from 'postgraphile/pg-sql2';
import { NotCompilable } from './not-compilable.ts';

/** Values of an operation's variables, after coercion by GraphQL. */
export type Variables = Readonly<Record<string, unknown>>;

/** A parameter of a statement, whose value comes from the variables. */
export class Parameter {
  readonly valueOf: (variables: Variables) => unknown;
  constructor(valueOf: (variables: Variables) => unknown) {
    this.valueOf = valueOf;
  }
}

/** A property of the variables that a statement depends on. */
export type Condition = { readonly name: string; readonly read: (value: unknown) => unknown; readonly expected: unknown };

/** An argument in an operation: a constant, or a variable. */
type ArgumentSource = { readonly value: unknown; readonly variable?: undefined } | { readonly variable: string };

/** Reads the arguments of one operation, and records the properties of its variables that the statement depends on. */
export class Arguments {
  readonly #variables: Variables;
  readonly #conditions: Condition[];
  readonly #isForPageSize: boolean;

  /** @param isForPageSize true for a statement that is only valid for the page sizes of these variables */
  constructor(variables: Variables, conditions: Condition[], isForPageSize: boolean) {
    this.#variables = variables;
    this.#conditions = conditions;
    this.#isForPageSize = isForPageSize;
  }

  /** Returns a property of a variable that the statement depends on: another result requires another statement. */
  decide<Answer>(name: string, read: (value: unknown) => Answer): Answer {
    const result = read(this.#variables[name]);
    if (typeof result === 'object' && result !== null) throw new NotCompilable(`a statement that depends on the list in ${name}`);
    this.#conditions.push({ name, read, expected: result });
    return result;
  }

  /** Returns the value of an argument, which the statement then depends on; undefined if it is absent and has no default. */
  constant(field: GraphQLField<unknown, unknown>, node: FieldNode, name: string): unknown {
    const source = this.#argument(field, node, name);
    return source.variable === undefined ? source.value : this.decide(source.variable, (value) => value);
  }

  /** Returns the names of the arguments of a field, without those whose variable is absent. */
  named(node: FieldNode): string[] {
    return (node.arguments ?? [])
      .filter(({ value }) => value.kind !== Kind.VARIABLE || this.decide(value.name.value, (variable) => variable !== undefined))
      .map(({ name }) => name.value);
  }

  /** Whether an argument is absent or null. */
  isAbsent(field: GraphQLField<unknown, unknown>, node: FieldNode, name: string): boolean {
    const source = this.#argument(field, node, name);
    const isNothing = (value: unknown) => (value ?? null) === null;
    return source.variable === undefined ? isNothing(source.value) : this.decide(source.variable, isNothing);
  }

  /**
   * Returns a number of rows as a parameter of the statement; null if it is absent or equals `none`. Only integers above 0 are supported.
   *
   * For a page size that is a parameter, PostgreSQL assumes a tenth of all rows, finds its generic plan bad, and plans again for each
   * request, which takes as long as the statement. So it's written into the statement where possible.
   */
  count(field: GraphQLField<unknown, unknown>, node: FieldNode, name: string, none: null | 0): SQL | null {
    const kindOfCount = (value: unknown) => {
      if (value === undefined || value === null || value === none) return 'none';
      return typeof value === 'number' && value > 0 ? 'some' : 'other';
    };
    const source = this.#argument(field, node, name);
    if (this.#isForPageSize && name === 'first' && source.variable !== undefined) {
      const size = this.decide(source.variable, (value) => value);
      if (typeof size === 'number' && size > 0) return sql.literal(size);
    }
    const kind = source.variable === undefined ? kindOfCount(source.value) : this.decide(source.variable, kindOfCount);
    if (kind === 'other') throw new NotCompilable(`${name}, below 1`);
    if (kind === 'none') return null;
    if (source.variable === undefined) return sql.literal(source.value as number);
    const { variable } = source;
    return sql`${parameter((variables) => variables[variable])}::int`;
  }

  /**
   * Returns an argument: a constant as it is, a variable as a parameter. A statement without parameters is planned once for each connection.
   * With a constant as a parameter, PostgreSQL finds its generic plan worse, and plans again for each request.
   */
  value(field: GraphQLField<unknown, unknown>, node: FieldNode, name: string, toText: (value: unknown) => unknown): SQL {
    const source = this.#argument(field, node, name);
    const send = (value: unknown) => (value === undefined || value === null ? null : toText(value));
    if (source.variable === undefined) {
      const constant = send(source.value);
      return isPlain(constant) ? sql.literal(constant) : parameter(() => constant);
    }
    const { variable } = source;
    return parameter((variables) => send(variables[variable]));
  }

  /** Returns the members of an argument that is an object, and whether each is null. The statement depends on both. */
  shape(field: GraphQLField<unknown, unknown>, node: FieldNode, name: string): [string, boolean][] {
    const source = this.#argument(field, node, name);
    const shapeOf = (object: unknown) =>
      JSON.stringify(Object.entries(object ?? {}).map(([member, value]): [string, boolean] => [member, value === null]));
    const shape = source.variable === undefined ? shapeOf(source.value) : this.decide(source.variable, shapeOf);
    return JSON.parse(shape) as [string, boolean][];
  }

  /** Returns a member of an argument that is an object, as a parameter of the statement. */
  member(field: GraphQLField<unknown, unknown>, node: FieldNode, name: string, member: string, toText: (value: unknown) => unknown): SQL {
    return this.value(field, node, name, (value) => {
      const input = (value as Readonly<Record<string, unknown>>)[member] ?? null;
      return input === null ? null : toText(input);
    });
  }

  /** Returns a function that reads an argument from the variables of each request. */
  reader(field: GraphQLField<unknown, unknown>, node: FieldNode, name: string): (variables: Variables) => unknown {
    const source = this.#argument(field, node, name);
    if (source.variable === undefined) return () => source.value;
    const { variable } = source;
    return (variables) => variables[variable];
  }

  /** Whether `@skip` and `@include` include a selection. */
  isIncluded(node: SelectionNode): boolean {
    return (node.directives ?? []).every((directive) => {
      const isInclude = directive.name.value === 'include';
      if (!isInclude && directive.name.value !== 'skip') throw new NotCompilable(`@${directive.name.value}`);
      const condition = directive.arguments?.find(({ name }) => name.value === 'if')?.value;
      return this.#isTrue(condition) === isInclude;
    });
  }

  #isTrue(node: ValueNode | undefined): boolean {
    if (node?.kind === Kind.BOOLEAN) return node.value;
    if (node?.kind === Kind.VARIABLE) return this.decide(node.name.value, (value) => value === true);
    throw new NotCompilable('a condition that is neither a value nor a variable');
  }

  #argument(field: GraphQLField<unknown, unknown>, node: FieldNode, name: string): ArgumentSource {
    const argument = field.args.find((candidate) => candidate.name === name);
    if (!argument) throw new NotCompilable(`${field.name} has no argument ${name}`);
    const value = node.arguments?.find((candidate) => candidate.name.value === name)?.value;
    if (!value) return { value: argument.defaultValue };
    if (value.kind !== Kind.VARIABLE) return { value: constantOf(argument, value) };
    const isPresent = this.decide(value.name.value, (variable) => variable !== undefined);
    return isPresent ? { variable: value.name.value } : { value: argument.defaultValue };
  }
}

/** Whether a value can stand in a statement: null, a number, true or false, or text like the name of an enum value, a slug or a time. */
function isPlain(value: unknown): value is null | boolean | number | string {
  return (
    value === null || typeof value === 'boolean' || Number.isSafeInteger(value) || (typeof value === 'string' && /^[\w .:-]*$/.test(value))
  );
}

function constantOf({ name, type }: GraphQLArgument, node: ValueNode): unknown {
  // Without its value, a variable inside would count as absent.
  if (hasVariable(node)) throw new NotCompilable(`${name}: a value with a variable inside`);
  const value: unknown = valueFromAST(node, type);
  if (value === undefined) throw new NotCompilable(`${name}: a value that is not of its type`);
  return value;
}

function hasVariable(node: ValueNode): boolean {
  if (node.kind === Kind.OBJECT) return node.fields.some(({ value }) => hasVariable(value));
  if (node.kind === Kind.LIST) return node.values.some(hasVariable);
  return node.kind === Kind.VARIABLE;
}

/** Creates a parameter of a statement. */
function parameter(valueOf: (variables: Variables) => unknown): SQL {
  return sql.value(new Parameter(valueOf) as never);
}
