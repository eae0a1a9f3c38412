import type { Json } from '@newline/document/document-node';

/** The components that compiled MDX can contain. */
export const mdxComponents = ['Details', 'Steps', 'Step', 'Columns', 'Column', 'Tabs', 'Tab'] as const;

type Properties = Readonly<Record<string, Json>>;
type Reading = { readonly properties: Properties; readonly fault: null } | { readonly properties: null; readonly fault: string };

const maxProperties = 20;

/**
 * Reads lines such as `title=Answer`, `open=true`, `level=2` into literal properties. A value that isn't a number, true, false or null is
 * text, and quotes around it always make it text. Nothing is executed: braces are just characters.
 */
export function readProperties(text: string): Reading {
  const properties: Record<string, Json> = {};
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const match = /^\s*([a-z][A-Za-z0-9]{0,39})\s*=\s*(.*)$/u.exec(line);
    const [, name = '', value = ''] = match ?? [];
    if (match === null || name === 'constructor') return fault(`“${line.trim()}” isn’t a property. Write name=value, one per line.`);
    if (value.length > 2000) return fault(`The value of ${name} is longer than 2,000 characters.`);
    properties[name] = readLiteral(value.trim());
  }
  if (Object.keys(properties).length > maxProperties) return fault(`A component can have up to ${maxProperties} properties.`);
  return { properties, fault: null };
}

function fault(message: string): Reading {
  return { properties: null, fault: message };
}

function readLiteral(value: string): Json {
  if (value === 'true' || value === 'false') return value === 'true';
  if (value === 'null') return null;
  if (/^-?\d+(?:\.\d+)?$/u.test(value) && !Object.is(Number(value), -0)) return Number(value);
  return /^(["'])(.*)\1$/u.exec(value)?.[2] ?? value;
}

/** Writes properties as lines from which `readProperties` reads the same properties. */
export function writeProperties(properties: Properties): string {
  return Object.entries(properties)
    .map(
      ([name, value]) =>
        `${name}=${typeof value === 'string' && readLiteral(value.trim()) !== value ? `"${value}"` : typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join('\n');
}
