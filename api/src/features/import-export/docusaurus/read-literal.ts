import type { SgNode } from '@ast-grep/napi';
import type { ImportAllowance } from '../import-allowance.ts';

/** A JavaScript literal. */
export type Literal = string | number | boolean | null | readonly Literal[] | { readonly [key: string]: Literal };

/**
 * Reads the object that a module exports if it is a literal, without executing anything. Follows names of other literals in the same file.
 * Returns undefined for anything else.
 * @throws a FolderError if names expand to more values than are allowed
 */
export async function readExportedLiteral(source: string, allowance: ImportAllowance): Promise<Literal | undefined> {
  const { Lang, parse } = await import('@ast-grep/napi');
  const root = parse(Lang.TypeScript, source).root();
  const named = declaredIn(root);
  const assigned = root.find({ rule: { pattern: 'module.exports = $VALUE' } })?.getMatch('VALUE');
  const exported = root.find({ rule: { kind: 'export_statement', has: { field: 'value', pattern: '$VALUE' } } })?.field('value');
  const value = assigned ?? exported;
  return value ? read(value, { named, allowance }, 0) : undefined;
}

/**
 * Reads the literal of a property anywhere in a module, as `readExportedLiteral` does. `names` is the path to it: each name is somewhere
 * inside the previous one. Undefined for anything else.
 *
 * @throws a FolderError if names expand to more values than are allowed
 */
export async function readPropertyLiteral(
  source: string,
  names: readonly string[],
  allowance: ImportAllowance,
): Promise<Literal | undefined> {
  const { Lang, parse } = await import('@ast-grep/napi');
  const root = parse(Lang.TypeScript, source).root();
  let value: SgNode | null = root;
  for (const name of names) {
    const pairs: readonly SgNode[] = value?.findAll({ rule: { kind: 'pair' } }) ?? [];
    value =
      pairs
        .find(
          (pair) =>
            pair
              .field('key')
              ?.text()
              .replaceAll(/^['"]|['"]$/gu, '') === name,
        )
        ?.field('value') ?? null;
  }
  return value === null ? undefined : read(value, { named: declaredIn(root), allowance }, 0);
}

function declaredIn(root: SgNode): Map<string, SgNode> {
  const named = new Map<string, SgNode>();
  for (const declared of root.findAll({ rule: { kind: 'variable_declarator' } })) {
    const name = declared.field('name')?.text();
    const value = declared.field('value');
    if (name !== undefined && value) named.set(name, value);
  }
  return named;
}

type Reading = { readonly named: ReadonlyMap<string, SgNode>; readonly allowance: ImportAllowance };

function read(node: SgNode, reading: Reading, depth: number): Literal | undefined {
  // A value is counted for each reference: ten names that each refer to the previous one ten times are 10^10 values.
  reading.allowance.take('literalValues');
  if (depth > 40) return undefined;
  const inner = (child: SgNode | null) => (child === null ? undefined : read(child, reading, depth + 1));
  const children = node.children().filter((child) => child.isNamed() && child.kind() !== 'comment');
  switch (String(node.kind())) {
    case 'string':
      return unquoted(node.text());
    case 'template_string':
      return children.some((child) => child.kind() === 'template_substitution') ? undefined : unquoted(node.text());
    case 'number':
      return Number(node.text());
    case 'true':
      return true;
    case 'false':
      return false;
    case 'null':
      return null;
    case 'identifier': {
      const value = reading.named.get(node.text());
      return value ? read(value, reading, depth + 1) : undefined;
    }
    case 'satisfies_expression':
    case 'as_expression':
    case 'parenthesized_expression':
      return inner(children[0] ?? null);
    case 'array': {
      const items = children.map(inner);
      return items.some((item) => item === undefined) ? undefined : (items as Literal[]);
    }
    case 'object': {
      const entries: [string, Literal][] = [];
      for (const pair of children) {
        const key = pair.field('key');
        const value = inner(pair.field('value'));
        if (pair.kind() !== 'pair' || key === null || value === undefined) return undefined;
        entries.push([key.kind() === 'string' ? unquoted(key.text()) : key.text(), value]);
      }
      return Object.fromEntries(entries);
    }
    default:
      return undefined;
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0' };

function unquoted(text: string): string {
  return text
    .slice(1, -1)
    .replaceAll(/\\(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([\s\S]))/giu, (_all, long, short, byte, sign: string | undefined) => {
      const code = (long ?? short ?? byte) as string | undefined;
      return code === undefined ? (escapes[sign ?? ''] ?? sign ?? '') : String.fromCodePoint(Math.min(parseInt(code, 16), 0x10_ffff));
    });
}
