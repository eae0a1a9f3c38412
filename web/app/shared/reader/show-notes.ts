/** Shows a footnote beside its number while the pointer or the focus is on it. The list after the text has it for everyone. */
export function showNotes(text: HTMLElement, signal: AbortSignal): void {
  let tip: HTMLElement | null = null;
  const hide = () => {
    tip?.remove();
    tip = null;
  };
  const show = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLElement>('.fnref a') : null;
    hide();
    const note = link === null ? null : document.getElementById(link.getAttribute('href')?.slice(1) ?? '');
    if (link === null || note === null) return;
    tip = document.createElement('div');
    tip.className = 'fn__tip prose';
    // Screen readers have the link and the list.
    tip.setAttribute('aria-hidden', 'true');
    tip.dir = 'auto';
    tip.append(
      ...[...note.childNodes].filter((node) => !(node instanceof Element && node.matches('.fn__back'))).map((node) => node.cloneNode(true)),
    );
    document.body.append(tip);
    const number = link.getBoundingClientRect();
    const { width, height } = tip.getBoundingClientRect();
    const isBelow = number.bottom + 8 + height <= window.innerHeight || number.top < height + 8;
    tip.style.top = `${isBelow ? number.bottom + 8 : number.top - 8 - height}px`;
    tip.style.left = `${Math.max(16, Math.min(number.left - 16, document.documentElement.clientWidth - width - 16))}px`;
  };
  for (const name of ['pointerover', 'focusin'] as const) text.addEventListener(name, show, { signal });
  for (const name of ['pointerleave', 'focusout', 'click'] as const) text.addEventListener(name, hide, { signal });
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), { signal });
  document.addEventListener('scroll', hide, { signal, passive: true });
  signal.addEventListener('abort', hide);
}
