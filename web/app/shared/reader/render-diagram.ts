import mermaid from 'mermaid';

let count = 0;
/** Mermaid renders one diagram at a time. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Renders a diagram after its source, which stays for screen readers, and again when the theme changes. Rejects when it can't be rendered.
 */
export async function renderDiagram(source: HTMLElement, signal: AbortSignal): Promise<void> {
  const draw = async () => {
    const rendered = queue.then(() => render(source.textContent));
    queue = rendered.catch(() => undefined);
    const svg = await rendered;
    if (signal.aborted) return;
    source.parentElement?.querySelector(':scope > svg')?.remove();
    source.after(svg);
    source.classList.add('sr');
    source.removeAttribute('tabindex');
  };
  await draw();
  const redraw = () => void draw().catch((error: unknown) => console.warn('A diagram couldn’t be rendered again:', error));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw, { signal });
  const observer = new MutationObserver(redraw);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  signal.addEventListener('abort', () => observer.disconnect());
}

async function render(text: string): Promise<Node> {
  const color = colorsOf(getComputedStyle(document.body));
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    theme: 'base',
    htmlLabels: false,
    fontFamily: 'var(--mono)',
    suppressErrorRendering: true,
    themeVariables: {
      background: color('--paper'),
      primaryColor: color('--band'),
      primaryTextColor: color('--ink'),
      primaryBorderColor: color('--rule-strong'),
      secondaryColor: color('--band-2'),
      tertiaryColor: color('--paper'),
      lineColor: color('--ink-3'),
      textColor: color('--ink'),
      fontSize: '13px',
      pie1: tint(color('--info'), color('--paper')),
      pie2: tint(color('--tip'), color('--paper')),
      pie3: tint(color('--warning'), color('--paper')),
      pie4: tint(color('--error'), color('--paper')),
      pie5: tint(color('--success'), color('--paper')),
      pieOpacity: '1',
      pieStrokeColor: color('--paper'),
      pieOuterStrokeWidth: '0',
      pieTitleTextSize: '15px',
      pieSectionTextSize: '13px',
      pieLegendTextSize: '13px',
    },
  });
  count += 1;
  const { svg } = await mermaid.render(`diagram-${count}`, text);
  const read = new DOMParser().parseFromString(svg, 'image/svg+xml');
  if (read.querySelector('parsererror') !== null) throw new Error('drawDiagram: expected well-formed SVG, got something else');
  const rendering = document.importNode(read.documentElement, true);
  rendering.setAttribute('aria-hidden', 'true');
  return rendering;
}

/** Mixes two fifths of a color with the background, so that text on it stays readable. Both are `rgb(…)`. */
function tint(color: string, ground: string): string {
  const numbersOf = (text: string) => (text.match(/[\d.]+/g) ?? []).map(Number);
  const grounds = numbersOf(ground);
  return `rgb(${numbersOf(color)
    .slice(0, 3)
    .map((part, at) => Math.round(part * 0.4 + (grounds[at] ?? part) * 0.6))
    .join(', ')})`;
}

/** Resolves tokens that use `light-dark()`: only a computed property has the current color. */
function colorsOf(style: CSSStyleDeclaration): (token: string) => string {
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const probed = getComputedStyle(probe);
  const colors = new Map<string, string>();
  for (const token of [
    '--paper',
    '--band',
    '--band-2',
    '--ink',
    '--ink-3',
    '--rule-strong',
    '--info',
    '--tip',
    '--warning',
    '--error',
    '--success',
  ]) {
    probe.style.color = `var(${token})`;
    colors.set(token, probed.color);
  }
  probe.remove();
  return (token) => colors.get(token) ?? style.color;
}
