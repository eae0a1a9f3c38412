import type { ElementAttributes, RenderContext } from './element.ts';

/**
 * The elements that a rendering can contain, by its outermost one. There are no links, images, styles, scripts, animations or foreign
 * content among them.
 */
const elements: Readonly<Record<'math' | 'svg', ReadonlySet<string>>> = {
  math: wordSet(
    'math mrow mi mo mn mtext mspace mover munder munderover msub msup msubsup mmultiscripts mprescripts mfrac msqrt mroot mtable mtr mtd mstyle mpadded mphantom menclose none',
  ),
  svg: wordSet('svg g defs marker path rect circle ellipse line polyline polygon text tspan'),
};

/** The attributes that those elements can have. `id` and references to one, `style` and text for screen readers have rules of their own. */
const attributes = wordSet(
  'display displaystyle scriptlevel mathvariant mathcolor mathbackground mathsize stretchy fence separator form lspace rspace minsize maxsize symmetric largeop movablelimits accent depth voffset linethickness columnalign rowspacing notation class ' +
    'viewBox width height x y x1 y1 x2 y2 cx cy r rx ry d points fill stroke stroke-width stroke-dasharray stroke-linejoin stroke-linecap font-size font-weight font-style text-anchor text-decoration dy transform markerWidth markerHeight refX refY orient',
);

const ownRules: Readonly<Record<string, RegExp | undefined>> = {
  id: /^dia-[\w-]+$/u,
  'marker-start': /^url\(#dia-[\w-]+\)$/u,
  'marker-end': /^url\(#dia-[\w-]+\)$/u,
  style: /^(?:(?:color|display|text-align|(?:padding|border|margin|width|height|font|vertical-align)[a-z-]*):[-\w .%#]+;?)+$/u,
};

const maxDepth = 60;
const maxElements = 20_000;

/**
 * Renders a stored formula or diagram, or returns null if there is none. The markup can come from any source: elements that aren't in the
 * list are left out with their content, attributes too, and no value can contain a URL.
 */
export function renderMarkup<T>(markup: unknown, root: 'math' | 'svg', more: ElementAttributes, { h }: RenderContext<T>): T | null {
  let count = 0;
  const element = (json: unknown, depth: number, extra: ElementAttributes): T | null => {
    if (!Array.isArray(json) || depth > maxDepth || ++count > maxElements) return null;
    const [tag, written, ...inside] = json as readonly unknown[];
    if (typeof tag !== 'string' || !elements[root].has(tag)) return null;
    const children: (T | string)[] = [];
    for (const child of inside) {
      const piece = typeof child === 'string' ? child : element(child, depth + 1, {});
      if (piece !== null) children.push(piece);
    }
    return h(tag, { ...checked(written), ...extra }, ...children);
  };
  return Array.isArray(markup) && markup[0] === root ? element(markup, 0, more) : null;
}

function checked(written: unknown): ElementAttributes {
  const allowed: Record<string, string> = {};
  if (typeof written !== 'object' || written === null) return allowed;
  for (const [name, value] of Object.entries(written)) {
    if (typeof value !== 'string') continue;
    const rule = Object.hasOwn(ownRules, name) ? ownRules[name] : undefined;
    if (rule === undefined ? attributes.has(name) && !/url|[^-\w .,%#+()]/iu.test(value) : rule.test(value)) allowed[name] = value;
  }
  return allowed;
}

function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
