import { addressVectors } from './address-vectors.ts';
import { parserVectors } from './parser-vectors.ts';
import { spellings, writeTag, type Tag } from './spellings.ts';

/** Markup, or a URL, that calls `top.__hit(n)` if it runs. `canary` is the host from which it can load more. */
export interface XssVector {
  readonly n: number;
  readonly kind: 'markup' | 'address';
  readonly text: string;
}

/** A host from which no page of the site may request anything. */
export const canaryHost = 'canary.example';

/** Elements that run their handler on their own as soon as they are in a page. */
const eager: readonly Tag[] = [
  { name: 'img', attributes: [['src', 'x:x']], event: 'onerror' },
  { name: 'img', attributes: [['src', 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=']], event: 'onload' },
  { name: 'image', attributes: [['src', 'x:x']], event: 'onerror' },
  { name: 'svg', attributes: [], event: 'onload' },
  { name: 'iframe', attributes: [], event: 'onload' },
  { name: 'video', attributes: [['src', 'x:x']], event: 'onerror' },
  { name: 'video', attributes: [['src', 'x:x']], event: 'onloadstart' },
  { name: 'audio', attributes: [['src', 'x:x']], event: 'onerror' },
  { name: 'object', attributes: [['data', 'x:x']], event: 'onerror' },
  {
    name: 'link',
    attributes: [
      ['rel', 'stylesheet'],
      ['href', 'x:x'],
    ],
    event: 'onerror',
  },
  { name: 'style', attributes: [], event: 'onload' },
  { name: 'script', attributes: [['src', 'x:x']], event: 'onerror' },
  { name: 'details', attributes: [['open', '']], event: 'ontoggle' },
  { name: 'input', attributes: [['autofocus', '']], event: 'onfocus' },
  {
    name: 'input',
    attributes: [
      ['type', 'image'],
      ['src', 'x:x'],
    ],
    event: 'onerror',
  },
  { name: 'marquee', attributes: [['loop', '1']], event: 'onstart' },
  { name: 'body', attributes: [], event: 'onload' },
  { name: 'body', attributes: [], event: 'onpageshow' },
  { name: 'embed', attributes: [['src', 'about:blank']], event: 'onload' },
]; // prettier-ignore

/** Events that a reader triggers, or a script on their behalf. */
const events = [
  ...['onclick', 'ondblclick', 'onauxclick', 'oncontextmenu', 'onmousedown', 'onmouseup', 'onmouseover', 'onmouseenter', 'onmousemove'],
  ...['onmouseout', 'onpointerdown', 'onpointerover', 'onpointerenter', 'onpointermove', 'onpointerrawupdate', 'ongotpointercapture'],
  ...['onfocus', 'onblur', 'onkeydown', 'onkeyup', 'onkeypress', 'oninput', 'onbeforeinput', 'onchange', 'oncopy', 'oncut', 'onpaste'],
  ...['ondrag', 'ondragstart', 'ondragover', 'ondrop', 'onwheel', 'onscroll', 'onscrollend', 'onselect', 'onselectstart', 'onsubmit'],
  ...[
    'ontouchstart',
    'onanimationstart',
    'onanimationend',
    'ontransitionend',
    'ontransitionrun',
    'ontoggle',
    'onbeforetoggle',
    'oninvalid',
  ],
  ...['oncancel', 'onclose', 'onload', 'onerror', 'onsecuritypolicyviolation', 'onslotchange', 'onformdata', 'onreset', 'onbeforematch'],
] as const;

/** Elements for handlers: of HTML, SVG and MathML, real and invented. */
const carriers = [
  ...['a', 'abbr', 'address', 'article', 'aside', 'b', 'bdo', 'blockquote', 'button', 'canvas', 'center', 'cite', 'code', 'custom-x', 'dd'],
  ...['del', 'details', 'dialog', 'div', 'em', 'fieldset', 'figure', 'font', 'form', 'h1', 'hr', 'i', 'img', 'input', 'kbd', 'label'],
  ...['li', 'main', 'map', 'mark', 'marquee', 'math', 'menu', 'meter', 'nav', 'ol', 'output', 'p', 'picture', 'pre', 'progress', 'q', 's'],
  ...['section', 'select', 'slot', 'span', 'strong', 'summary', 'sup', 'svg', 'table', 'textarea', 'time', 'u', 'ul', 'video', 'xmp', 'x'],
] as const;

/** Prefixes that escape from the context into which a vector was put. */
const leavings = [
  '">',
  "'>",
  '</title>',
  '</script>',
  '</textarea>',
  '</style>',
  '--!>',
  ']]>',
  '</noscript>',
  '`>',
  '</template>',
  '\\">',
];

/**
 * Returns the corpus: each eager element in each spelling and behind each prefix, each carrier with events, script elements, parser
 * oddities, and URLs. The sample takes a share of carrier × event, and half of all that.
 */
export function xssVectors(isWhole: boolean): readonly XssVector[] {
  const vectors: XssVector[] = [];
  const add = (kind: XssVector['kind'], write: (code: string, n: number) => string) => {
    const n = vectors.length + 1;
    vectors.push({ n, kind, text: write(`top.__hit(${n})`, n) });
  };
  for (const tag of eager) {
    for (const spelling of spellings) add('markup', (code) => spelling(tag, code));
    for (const leaving of leavings) add('markup', (code) => leaving + writeTag(tag, code));
  }
  for (const [at, name] of carriers.entries())
    for (const [index, event] of events.entries())
      if (isWhole || (at + index) % 9 === 0) add('markup', (code) => writeTag({ name, attributes: [['tabindex', '0']], event }, code));
  for (const write of parserVectors) add('markup', (code, n) => write(code, `https://${canaryHost}/${n}`));
  for (const write of addressVectors) add('address', write);
  return isWhole ? vectors : vectors.filter(({ n }) => n % 3 === 0 || n % 6 === 1);
}
