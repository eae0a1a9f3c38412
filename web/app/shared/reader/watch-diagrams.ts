/** Renders the diagrams that the server couldn't, each when it comes near. Mermaid is only loaded then. */
export function watchDiagrams(text: HTMLElement, signal: AbortSignal): void {
  const sources = text.querySelectorAll<HTMLElement>('pre.mermaid');
  if (sources.length === 0) return;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue;
        observer.unobserve(target);
        import('./render-diagram.ts')
          .then(({ renderDiagram }) => renderDiagram(target, signal))
          .catch((error: unknown) => console.warn('A diagram couldn’t be rendered; its source is shown:', error));
      }
    },
    { rootMargin: '400px 0px' },
  );
  for (const source of sources) observer.observe(source);
  signal.addEventListener('abort', () => observer.disconnect());
}
