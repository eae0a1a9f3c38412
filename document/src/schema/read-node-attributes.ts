import type { Json } from '../document-node.ts';
import type { Attribute } from './attribute.ts';
import type { NodeDefinition } from './definition.ts';

/** Reads the attributes of a node from Markdown or HTML by their full or shorter names, and leaves out what isn't allowed. */
export function readNodeAttributes(definition: NodeDefinition, input: Readonly<Record<string, unknown>>): Record<string, Json> {
  const attrs: Record<string, Json> = {};
  for (const [name, attribute] of Object.entries(definition.attributes)) {
    const short = definition.markdownNames?.[name];
    const value = short !== undefined && Object.hasOwn(input, short) ? input[short] : Object.hasOwn(input, name) ? input[name] : undefined;
    const read = value === undefined || value === null ? undefined : attribute.read(parseValue(attribute, value));
    if (read !== undefined) attrs[name] = read;
  }
  return attrs;
}

/** Returns true if all required attributes of the node are present. */
export function isComplete(definition: NodeDefinition, attrs: Readonly<Record<string, Json>>): boolean {
  return Object.entries(definition.attributes).every(([name, attribute]) => attribute.isRequired !== true || name in attrs);
}

function parseValue(attribute: Attribute, value: unknown): unknown {
  if (attribute.written === 'string' || typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
