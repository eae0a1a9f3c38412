/** Typing after this time isn't meant for the pressed control. */
const timeoutMs = 60_000;

const textFields =
  'textarea, input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=hidden]), [contenteditable=true]';

/** Ends the current capture, and returns what was typed and what had the focus before it. */
let stopCurrent: (() => { typed: string; opener: Element | null }) | null = null;

/**
 * Captures typing from a press until the field that it opens is mounted, whose code may still be loading, so that no character is lost.
 * Text goes into a hidden text area, so that input methods work, and is then moved to the text field that takes the focus. Tab moves on to
 * the next field of its form, and Enter submits a form as it does in a single-line field. If the opened dialog focuses something else, its
 * first text area takes over, but only if something was typed. A capture that already runs is continued with its text.
 *
 * @param text what was typed before
 */
export function typeAhead(text = ''): { giveFocusBack: () => void } {
  const { typed, opener } = stopCurrent?.() ?? { typed: '', opener: document.activeElement };
  const field = document.createElement('textarea');
  field.ariaLabel = 'Loading...';
  field.className = 'sr';
  field.style.cssText = 'position:fixed;top:50%;left:0';
  field.value = typed + text;
  document.body.append(field);
  field.focus({ preventScroll: true });
  const controller = new AbortController();
  const options = { signal: controller.signal, capture: true };
  const stop = () => {
    controller.abort();
    clearTimeout(timer);
    field.remove();
    stopCurrent = null;
    return { typed: field.value, opener };
  };
  const timer = setTimeout(stop, timeoutMs);
  stopCurrent = stop;
  document.addEventListener(
    'focusin',
    ({ target }) => target instanceof HTMLElement && target !== field && target !== opener && take(target),
    options,
  );
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const isTab = event.key === 'Tab' && !event.shiftKey && field.value !== '';
      // Between unmounting one field and mounting the next, characters would be lost.
      const isBetween = document.activeElement !== field && event.key.length === 1;
      if (event.key === 'Escape') {
        stop();
        return;
      }
      if (!isTab && !isBetween) return;
      event.preventDefault();
      event.stopPropagation();
      field.value += isTab ? '\t' : event.key;
    },
    options,
  );
  document.addEventListener('pointerdown', stop, options);

  const take = (target: HTMLElement) => {
    const { value } = field;
    if (target.matches(textFields)) {
      stop();
      return insert(target, value);
    }
    const first = value === '' ? null : target.closest('[role=dialog], form')?.querySelector<HTMLElement>('textarea');
    if (first) first.focus();
    else if (value === '') stop();
  };
  return {
    giveFocusBack: () => {
      if (document.activeElement !== field || !(opener instanceof HTMLElement)) return;
      // Removed, or React would focus it again; its text is kept.
      field.remove();
      opener.focus({ preventScroll: true });
    },
  };
}

/** Types a text into a field; text after a Tab goes into the next field. */
function insert(field: HTMLElement, text: string): void {
  if (text === '') return;
  const [current = '', ...remaining] = text.split('\t');
  const isOneLine = field instanceof HTMLInputElement;
  // The only method that works like typing in every kind of field: it fires events and can be undone.
  const typed = isOneLine ? current.replaceAll('\n', '') : current;
  // oxlint-disable-next-line typescript/no-deprecated -- there is no replacement
  if (typed !== '') document.execCommand('insertText', false, typed);
  if (remaining.length > 0) {
    const fields = [...(field.closest('form')?.querySelectorAll<HTMLElement>(textFields) ?? [])];
    const next = fields[fields.indexOf(field) + 1];
    next?.focus();
    if (next !== undefined) insert(next, remaining.join('\t'));
  } else if (isOneLine && current.endsWith('\n')) field.form?.requestSubmit();
}
