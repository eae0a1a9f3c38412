import type { RenderPreview } from './live-preview-view.ts';

let rendered = 0;

/** Renders a Mermaid diagram. The library is loaded with the first diagram, in strict mode and without HTML in labels. */
export const renderDiagram: RenderPreview = async (source, target) => {
  const { default: mermaid } = await import('mermaid');
  const isDark = getComputedStyle(document.documentElement).colorScheme === 'dark' || isDarkBySystem();
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    htmlLabels: false,
    theme: isDark ? 'dark' : 'neutral',
    fontFamily: 'inherit',
  });
  rendered += 1;
  const { svg } = await mermaid.render(`diagram-${rendered}`, source);
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  if (parsed.nodeName !== 'svg') throw new Error('This can’t be rendered.');
  removeActive(parsed);
  target.append(document.importNode(parsed, true));
};

function isDarkBySystem(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined && matchMedia('(prefers-color-scheme: dark)').matches;
}

/** Removes everything that could run or leave the page, whatever the library allowed. */
function removeActive(root: Element): void {
  for (const element of [root, ...root.querySelectorAll('*')]) {
    if (/^(?:script|foreignobject|iframe|object|embed|a|use|image|animate|set)$/iu.test(element.localName)) {
      element.remove();
      continue;
    }
    for (const { name, value } of element.attributes) {
      const isLink = /^(?:xlink:)?href$/iu.test(name) && !value.startsWith('#');
      if (/^on/iu.test(name) || isLink) element.removeAttribute(name);
    }
  }
}
