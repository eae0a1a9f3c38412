import type { AttributeTable } from '@newline/document/schema/definition';
import { findMark, markDefinitions } from '@newline/document/schema/marks';
import { findNode } from '@newline/document/schema/nodes';
import type { Attributes } from '@tiptap/core';

/** The title line: a node that only the editor has, stored in a separate column. */
export const titleNodeName = 'title';

/** The priority of Tiptap's extensions, unless they set another. */
const defaultPriority = 100;

/** Tiptap's options for a node that the document format defines. */
export interface FormatOfNode {
  readonly name: string;
  readonly content?: string;
  readonly group?: string;
  readonly inline?: boolean;
  readonly marks?: string;
  readonly code?: boolean;
  addAttributes(): Attributes;
}

/** Returns the name, content, group and attributes of a node from the document format, which is the only source of them. */
export function formatOfNode(name: string): FormatOfNode {
  const definition = findNode(name);
  if (definition === undefined) throw new Error(`formatOfNode: expected a node of the document format, got ${name}`);
  return {
    name,
    ...(definition.content === undefined ? {} : { content: definition.content }),
    ...(definition.group === undefined ? {} : { group: definition.group }),
    ...(definition.group === 'inline' ? { inline: true } : {}),
    ...(definition.marks === 'none' ? { marks: '' } : {}),
    ...(definition.isCode === true ? { code: true } : {}),
    addAttributes: () => toTiptapAttributes(definition.attributes),
  };
}

/** Returns the name and attributes of a mark from the document format, and a priority that keeps the marks in its order. */
export function formatOfMark(name: string): { readonly name: string; readonly priority: number; addAttributes(): Attributes } {
  const definition = findMark(name);
  if (definition === undefined) throw new Error(`formatOfMark: expected a mark of the document format, got ${name}`);
  const priority = defaultPriority + markDefinitions.length - markDefinitions.indexOf(definition);
  return { name, priority, addAttributes: () => toTiptapAttributes(definition.attributes) };
}

function toTiptapAttributes(attributes: AttributeTable): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      {
        ...(attribute.isRequired === true ? { isRequired: true, default: undefined } : { default: attribute.default }),
        // A node renders its attributes itself, and its parse rules read them from elements.
        rendered: false,
        parseHTML: () => null,
        validate: (value: unknown) => {
          if (value !== attribute.default && attribute.read(value) === undefined) {
            throw new RangeError(`${name}: expected ${attribute.expected}, got ${JSON.stringify(value)}`);
          }
        },
      },
    ]),
  );
}
