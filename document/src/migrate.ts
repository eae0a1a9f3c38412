import type { Migration } from './schema/definition.ts';
import { markDefinitions } from './schema/marks.ts';
import { nodeDefinitions } from './schema/nodes.ts';
import { formatVersion } from './schema/version.ts';
import { isObject } from './is-object.ts';

/** The limits above which levels and nodes stay unchanged. No valid document has so many, and a document that contains itself must end. */
const maxDepth = 64;
const maxNodes = 40_000;

interface Step {
  /** The name from this version on. */
  readonly name: string;
  readonly migration: Migration;
}

type Loose = Readonly<Record<string, unknown>>;

/** For each version, the changes to nodes and marks by their older names. */
const stepsByVersion: readonly ReadonlyMap<string, Step>[] = Array.from({ length: formatVersion }, (_, index) => {
  const steps = new Map<string, Step>();
  for (const { name, migrations = [] } of [...nodeDefinitions, ...markDefinitions]) {
    for (const migration of migrations) {
      if (migration.to !== index + 1) continue;
      for (const former of [name, ...(migration.formerNames ?? [])]) steps.set(former, { name, migration });
    }
  }
  return steps;
});

/**
 * Migrates a stored document to the current version; a document without a version has version 0. What isn't a document, or has a newer
 * version, stays unchanged for validation to judge. Never throws and never changes its argument.
 *
 * migrateDocument({ type: 'doc', content: [{ type: 'code_block', attrs: { params: 'ts' } }] }) has a `codeBlock` with mode `ts`.
 */
export function migrateDocument(json: unknown): unknown {
  if (!isObject(json) || json['type'] !== 'doc') return json;
  const attrs = isObject(json['attrs']) ? json['attrs'] : {};
  const version = Object.hasOwn(attrs, 'version') ? attrs['version'] : 0;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 0 || version >= formatVersion) return json;
  const steps = stepsByVersion.slice(version);
  let count = 0;
  const migrate = (value: unknown, depth: number): unknown => {
    count += 1;
    if (!isObject(value) || depth > maxDepth || count > maxNodes) return value;
    const migrated = applySteps(value, steps);
    const { content, marks } = migrated;
    return {
      ...migrated,
      ...(Array.isArray(content) ? { content: content.map((child) => migrate(child, depth + 1)) } : {}),
      ...(Array.isArray(marks) ? { marks: marks.map((mark: unknown) => (isObject(mark) ? applySteps(mark, steps) : mark)) } : {}),
    };
  };
  const migrated = migrate(json, 0);
  return isObject(migrated) ? { ...migrated, attrs: { ...attrs, version: formatVersion } } : migrated;
}

function applySteps(value: Loose, steps: readonly ReadonlyMap<string, Step>[]): Loose {
  let migrated = value;
  for (const step of steps) {
    const { type, attrs } = migrated;
    const target = typeof type === 'string' ? step.get(type) : undefined;
    if (target === undefined) continue;
    const old = isObject(attrs) ? attrs : undefined;
    const renamed = old === undefined ? undefined : rename(old, target.migration.renamedAttributes ?? {});
    migrated = { ...migrated, type: target.name, ...(renamed === undefined ? {} : { attrs: renamed }) };
  }
  return migrated;
}

function rename(attrs: Loose, names: Readonly<Record<string, string>>): Loose {
  const renamed: Record<string, unknown> = { ...attrs };
  for (const [former, name] of Object.entries(names)) {
    if (Object.hasOwn(attrs, former) && !Object.hasOwn(attrs, name)) renamed[name] = attrs[former];
  }
  return renamed;
}
