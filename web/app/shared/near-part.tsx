import { type ComponentType, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { setTypedText, type TextField, textFieldsIn } from './focus/typed-early.ts';
import { lazyComponent } from './lazy-component.ts';

/** Text typed into a field of the server's HTML, to move to the field of the same name that replaces it. */
type Typed = { from: TextField; text: string; isFocused: boolean; selection: readonly [number | null, number | null] };

/**
 * Creates a component whose code is loaded when the element with this ID, which must contain it, comes near the viewport. The server
 * renders it whole, and its HTML stays until its code has loaded, although React would drop it as soon as anything above changes. Text
 * typed into it is preserved.
 */
export function nearPart<Props extends object>(id: string, load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  // Collected before React hydrates them.
  const written = typeof document === 'undefined' ? [] : [...(document.getElementById(id)?.children ?? [])];
  let typed: readonly Typed[] = [];
  let reach = (): void => undefined;
  const Part = lazyComponent(async () => {
    await new Promise<void>((resolve) => {
      reach = resolve;
      if (!watchFor(id, resolve)) resolve();
    });
    const part = await load();
    // A part that a translator has changed isn't hydrated: React replaces it.
    const element = typeof document === 'undefined' ? null : document.getElementById(id);
    if (element && typed.length === 0) typed = typedIn(element);
    return part;
  });

  function Written() {
    const frame = useRef<HTMLDivElement>(null);
    // Read before the server's HTML is removed.
    const [focused] = useState(() => (typeof document === 'undefined' ? null : document.activeElement));
    useLayoutEffect(() => {
      const { current } = frame;
      // The elements themselves, with the text in their fields.
      current?.append(...written);
      if (focused instanceof HTMLElement && current?.contains(focused)) focused.focus({ preventScroll: true });
      return () => {
        if (current) typed = typedIn(current);
      };
    }, [focused]);
    // The user may have left the page before it came near, and returned: the element is a new one then.
    useEffect(() => watchFor(id, () => reach()) ?? undefined, []);
    return <div ref={frame} style={{ display: 'contents' }} />;
  }

  function Arrived() {
    useLayoutEffect(() => {
      const element = document.getElementById(id);
      const typedBefore = typed;
      typed = [];
      for (const { from, text, isFocused, selection } of typedBefore) {
        const field = element && textFieldsIn(element).find(({ name }) => name === from.name);
        // What was hydrated has its text, and what was typed since.
        if (!field || field === from) continue;
        if (field.value !== text) setTypedText(field, text);
        if (!isFocused) continue;
        field.focus({ preventScroll: true });
        if (selection[0] !== null) field.setSelectionRange(...selection);
      }
    }, []);
    return null;
  }

  return function NearPart(props: Props) {
    return (
      <Suspense fallback={written.length === 0 ? null : <Written />}>
        <Part {...props} />
        <Arrived />
      </Suspense>
    );
  };
}

function typedIn(element: Element): Typed[] {
  const isChanged = (field: TextField) => field.value !== field.defaultValue || field === document.activeElement;
  return textFieldsIn(element)
    .filter(isChanged)
    .map((field) => ({
      from: field,
      text: field.value,
      isFocused: field === document.activeElement,
      selection: [field.selectionStart, field.selectionEnd],
    }));
}

/**
 * Calls back when the element with this ID comes near the viewport or receives the focus. Returns a function that stops watching; null when
 * there is no such element.
 */
function watchFor(id: string, onNear: () => void): (() => void) | null {
  const element = typeof document === 'undefined' ? null : document.getElementById(id);
  if (element === null) return null;
  const stop = () => {
    watcher.disconnect();
    element.removeEventListener('focusin', stopWatching);
  };
  const stopWatching = () => {
    stop();
    onNear();
  };
  const watcher = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && stopWatching(), {
    rootMargin: '300px',
  });
  watcher.observe(element);
  element.addEventListener('focusin', stopWatching);
  return stop;
}
