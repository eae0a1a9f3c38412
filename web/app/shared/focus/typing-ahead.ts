/** What is typed for longer than this is not meant for what was pressed. */
const patienceMs = 60_000;

const textFields =
  'textarea, input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=hidden]), [contenteditable=true]';

let stopCurrent: (() => void) | null = null;

/**
 * Takes what is typed from a press until the field that it opens is there, whose code may still be on its way: no letter is lost. It goes into a
 * hidden text area, so that input methods work, and from there into the text field that takes the focus; Tab leads on to the next field of its form,
 * and Return sends a form as it does in a field of one line.
 *
 * Where the opened dialog gives the focus to something else, its first text area takes over only when something was typed.
 */
export function typeAhead(): { giveFocusBack: () => void } {
  stopCurrent?.();
  const opener = document.activeElement;
  const field = document.createElement('textarea');
  field.ariaLabel = 'Loading...';
  field.className = 'sr';
  field.style.cssText = 'position:fixed;top:50%;left:0';
  document.body.append(field);
  field.focus({ preventScroll: true });
  const controller = new AbortController();
  const options = { signal: controller.signal, capture: true };
  const stop = () => {
    controller.abort();
    clearTimeout(timer);
    field.remove();
    stopCurrent = null;
  };
  const timer = setTimeout(stop, patienceMs);
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
      // Between the field that goes and the one that comes, letters reach neither.
      const isBetween = document.activeElement !== field && event.key.length === 1;
      if (event.key === 'Escape') return stop();
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
      // Gone from the page, or React would give it the focus again; its text stays.
      field.remove();
      opener.focus({ preventScroll: true });
    },
  };
}

/** Types a text into a field, and what comes after a Tab into the next one. */
function insert(field: HTMLElement, text: string): void {
  if (text === '') return;
  const [own = '', ...others] = text.split('\t');
  const isOneLine = field instanceof HTMLInputElement;
  // The one way in that every kind of field takes as typing: its listeners hear of it, and it can be undone.
  const typed = isOneLine ? own.replaceAll('\n', '') : own;
  // oxlint-disable-next-line typescript/no-deprecated -- nothing has replaced it
  if (typed !== '') document.execCommand('insertText', false, typed);
  if (others.length > 0) {
    const fields = [...(field.closest('form')?.querySelectorAll<HTMLElement>(textFields) ?? [])];
    const next = fields[fields.indexOf(field) + 1];
    next?.focus();
    if (next !== undefined) insert(next, others.join('\t'));
  } else if (isOneLine && own.endsWith('\n')) field.form?.requestSubmit();
}
