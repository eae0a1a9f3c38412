/** An element of a page as React creates it: its name, its attributes as React's props, and its children. */
export type HtmlElement = { name: string; attributes: Record<string, unknown>; children: HtmlNode[] };

/** An element, or a text with its entities decoded. */
export type HtmlNode = HtmlElement | string;

const voidElements = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);
const rawElements = new Set(['script', 'style']);
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };
const token = /<!--[\s\S]*?-->|<!doctype[^>]*>|<\/([a-z0-9-]+)>|<([a-z0-9-]+)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/giy;

/**
 * Parses a page that React rendered, so that a floor can render the same one. Only for such pages: all elements are closed and all values
 * quoted.
 */
export function parseHtml(html: string): HtmlElement {
  const root: HtmlElement = { name: '', attributes: {}, children: [] };
  const open = [root];
  token.lastIndex = 0;
  for (let match = token.exec(html); match !== null; match = token.exec(html)) {
    const [text, closed, opened, attributes = ''] = match;
    const parent = open.at(-1) ?? root;
    if (closed !== undefined) open.pop();
    else if (opened !== undefined) {
      const element: HtmlElement = { name: opened, attributes: readAttributes(attributes), children: [] };
      parent.children.push(element);
      if (rawElements.has(opened)) {
        const end = html.indexOf(`</${opened}>`, token.lastIndex);
        element.attributes.dangerouslySetInnerHTML = { __html: html.slice(token.lastIndex, end) };
        token.lastIndex = end + opened.length + 3;
      } else if (!voidElements.has(opened) && !text.endsWith('/>')) open.push(element);
    } else if (!text.startsWith('<!')) parent.children.push(decode(text));
  }
  const page = root.children.find((child) => typeof child !== 'string' && child.name === 'html');
  if (page === undefined || typeof page === 'string' || open.length !== 1) {
    throw new Error(
      `parseHtml: expected a page whose elements are all closed, got one with ${open.map(({ name }) => name).join(' > ')} open`,
    );
  }
  return page;
}

function readAttributes(text: string): Record<string, unknown> {
  const attributes: Record<string, unknown> = {};
  for (const [, name = '', value] of text.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)) {
    if (name === 'style') attributes.style = readStyle(decode(value ?? ''));
    else attributes[name === 'class' ? 'className' : name] = value ? decode(value) : true;
  }
  return attributes;
}

function readStyle(text: string): Record<string, string> {
  const rules = text.split(';').filter(Boolean);
  return Object.fromEntries(
    rules.map((rule) => {
      const colon = rule.indexOf(':');
      const name = rule.slice(0, colon).trim();
      const property = name.startsWith('--') ? name : name.replaceAll(/-([a-z])/g, (_, initial: string) => initial.toUpperCase());
      return [property, rule.slice(colon + 1).trim()];
    }),
  );
}

function decode(text: string): string {
  return text.replaceAll(/&([#a-z0-9]+);/gi, (whole, name: string) => entities[name] ?? whole);
}
