import { type ComponentType, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { setTypedText, type TextField, textFieldsIn } from './focus/typed-early.ts';
import { lazyComponent } from './lazy-component.ts';

/** What was typed into a field of the server's HTML, for the field of the same name that takes its position. */
type Typed = { name: string; text: string; isFocused: boolean; selection: readonly [number | null, number | null] };

/**
 * A part of a page whose code loads when the user comes near the element of this id, which is around it. The server writes the part whole, and
 * until its code is there, its HTML stays: React drops that as soon as anything above it changes. What was typed into it stays too.
 */
export function nearPart<Props extends object>(id: string, load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  // Before React looks at it.
  const written = typeof document === 'undefined' ? [] : [...(document.getElementById(id)?.children ?? [])];
  let typed: readonly Typed[] = [];
  let reach = (): void => undefined;
  const Part = lazyComponent(async () => {
    await new Promise<void>((resolve) => {
      reach = resolve;
      if (!watchFor(id, resolve)) resolve();
    });
    return load();
  });

  function Written() {
    const frame = useRef<HTMLDivElement>(null);
    // As it is before the server's HTML is removed.
    const [focused] = useState(() => (typeof document === 'undefined' ? null : document.activeElement));
    useLayoutEffect(() => {
      const { current } = frame;
      // The elements themselves, with what is in their fields.
      current?.append(...written);
      if (focused instanceof HTMLElement && current?.contains(focused)) focused.focus({ preventScroll: true });
      return () => {
        if (current) typed = typedIn(current);
      };
    }, [focused]);
    // The user may have left the page before they came near, and come back: the element is another then.
    useEffect(() => watchFor(id, () => reach()) ?? undefined, []);
    return <div ref={frame} style={{ display: 'contents' }} />;
  }

  function Arrived() {
    useLayoutEffect(() => {
      const element = document.getElementById(id);
      const before = typed;
      typed = [];
      for (const { name, text, isFocused, selection } of before) {
        const field = element && textFieldsIn(element).find((candidate) => candidate.name === name);
        if (!field) continue;
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
      name: field.name,
      text: field.value,
      isFocused: field === document.activeElement,
      selection: [field.selectionStart, field.selectionEnd],
    }));
}

/** Calls back when the element of this id comes near the window or takes the focus. Gives what ends that; null where there is no such element. */
function watchFor(id: string, onNear: () => void): (() => void) | null {
  const element = typeof document === 'undefined' ? null : document.getElementById(id);
  if (element === null) return null;
  const stop = () => {
    watcher.disconnect();
    element.removeEventListener('focusin', done);
  };
  const done = () => {
    stop();
    onNear();
  };
  const watcher = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && done(), {
    rootMargin: '300px',
  });
  watcher.observe(element);
  element.addEventListener('focusin', done);
  return stop;
}
