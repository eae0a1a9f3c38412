import { Icon } from '@newline/ui/components/icon';
import { type EditorState, NodeSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { ChevronDown, Ellipsis, Link, Plus } from 'lucide';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { openFormOf } from '../forms/forms-plugin.ts';
import { captionsIn } from '../plugins/captions-plugin.ts';
import { useViewState, type ViewStore } from '../views/view-store.ts';
import { type BarContent, barContentOf } from './bar-content.ts';
import { type BarItem, blockItemsOf, footnoteItem, formatItems, lineItems, textItems } from './bar-items.ts';
import { blockMenuOf, openBlockMenuAfter } from './block-menu-plugin.ts';
import { bubbleOf, closeLinkInput, openLinkInput } from './bubble-plugin.ts';
import { canBeLinked, linkRangeOf, removeLink, setLink } from './link-commands.ts';
import { LinkInput } from './link-input.tsx';
import styles from './menus.module.css';
import type { MenuOption, OptionMenuHost } from './option-menu-host.ts';
import { tableMenus } from './table-options.ts';
import { useFloating } from './use-floating.ts';
import { useKeyboardInset, usePhone } from './use-keyboard-inset.ts';

type Props = { store: ViewStore; menus: OptionMenuHost; id: string };

const nameOf: Readonly<Record<BarContent['kind'], string>> = { text: 'Selected text', block: 'Selected block', table: 'Table' };

/** Renders the bar above the selection. On a phone it's at the bottom of the window, above the keyboard. */
export function BubbleMenu({ store, menus, id }: Props) {
  const isPhone = usePhone();
  // On a phone the bar is always shown and follows all changes; otherwise it renders again only when its content changes.
  useViewState(store, (state) => (isPhone ? state : barContentOf(state)));
  const bubble = useViewState(store, bubbleOf);
  const hasFocus = useViewState(store, (_state, view) => view.hasFocus()) === true;
  // A form that was left open elsewhere covers nothing.
  const isCovered =
    useViewState(store, (state, current) => blockMenuOf(state) !== null || (openFormOf(state) !== null && !current.hasFocus())) === true;
  const [isInBar, setIsInBar] = useState(false);
  const isPressed = usePressIn(store);
  const isMenuOpen = useSyncExternalStore(menus.subscribe, menus.current, () => null) !== null;
  const view = store.view();
  const content = view === null ? null : barContentOf(view.state);
  const isShown =
    view !== null &&
    !isCovered &&
    !isPressed &&
    (hasFocus || isInBar || isMenuOpen) &&
    view.editable &&
    (isPhone || (content !== null && bubble?.isDismissed !== true) || bubble?.link !== null);

  const anchor =
    view === null || isPhone || !isShown
      ? null
      : { getBoundingClientRect: () => boxOf(view, barContentOf(view.state), bubbleOf(view.state).link), contextElement: view.dom };
  const floating = useFloating<HTMLDivElement>(anchor, { placement: 'top', gap: 10, mayCover: content?.kind !== 'text', isOn: !isPhone });
  const inset = useKeyboardInset();
  useBarHeight(isPhone && isShown ? inset : null);

  const leave = useCallback(() => store.view()?.focus(), [store]);
  if (!isShown) return null;

  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
    const index = buttons.findIndex((button) => button === document.activeElement);
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Escape') leave();
    else if (next !== undefined) buttons.at(next % buttons.length)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const keepFocus = (event: MouseEvent) => {
    if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
  };

  return (
    <div
      ref={floating}
      id={id}
      className={isPhone ? `${styles.bar} ${styles.barBelow}` : styles.bar}
      style={isPhone ? { bottom: inset } : undefined}
      role="toolbar"
      tabIndex={-1}
      aria-label={content === null ? 'Text' : nameOf[content.kind]}
      onKeyDown={handleKey}
      onMouseDown={keepFocus}
      onFocus={() => setIsInBar(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setIsInBar(false)}
    >
      {renderContent({ view, content, menus, isPhone, link: bubble?.link ?? null })}
    </div>
  );
}

/**
 * Stores in `--editor-bar` how much of the bottom of the window the keyboard and the bar cover, so that fixed elements there can leave
 * space. The space stays when the bar disappears, until the editor does: otherwise a button would move while it's being clicked.
 *
 * @param inset the height of the keyboard; null while the bar isn't there
 */
function useBarHeight(inset: number | null): void {
  useEffect(() => {
    if (inset !== null)
      document.documentElement.style.setProperty('--editor-bar', `calc(${inset}px + 3.25rem + env(safe-area-inset-bottom))`);
  }, [inset]);
  useEffect(() => () => void document.documentElement.style.removeProperty('--editor-bar'), []);
}

type ContentProps = {
  view: EditorView;
  content: BarContent | null;
  menus: OptionMenuHost;
  isPhone: boolean;
  link: ReturnType<typeof bubbleOf>['link'];
};

function renderContent({ view, content, menus, isPhone, link }: ContentProps): ReactNode {
  const { state } = view;
  if (link !== null) {
    const close = () => {
      view.dispatch(closeLinkInput(view.state.tr));
      view.focus();
    };
    const input = (
      <LinkInput
        key={link.from}
        href={link.href}
        words={state.doc.textBetween(link.from, link.to)}
        targets={captionsIn(state)}
        onApply={(href) => {
          setLink(bubbleOf(view.state).link ?? link, href)(view.state, view.dispatch);
          close();
        }}
        onRemove={() => {
          removeLink(bubbleOf(view.state).link ?? link)(view.state, view.dispatch);
          close();
        }}
        onCancel={close}
      />
    );
    if (isPhone) return input;
    return (
      <>
        {textItems.map((item) => renderButton(view, item))}
        {renderFormats(view, menus)}
        <i aria-hidden="true" />
        <button type="button" className={styles.button} aria-label="Link" aria-pressed onClick={close}>
          <Icon of={Link} small />
        </button>
        {input}
      </>
    );
  }
  const button = (item: BarItem) => renderButton(view, item);
  if (content?.kind === 'block') {
    const focusHandle = () => {
      const block = view.nodeDOM(content.pos);
      if (block instanceof HTMLElement) block.querySelector<HTMLElement>('[role=slider]')?.focus();
    };
    return blockItemsOf(content, focusHandle, view.state.schema.nodes['captioned'] !== undefined).map((item) => button(item));
  }
  const plus = isPhone && (
    <button type="button" className={styles.button} aria-label="Add block" onClick={() => openBlockMenuAfter(view, blockAt(state))}>
      <Icon of={Plus} small />
    </button>
  );
  if (content?.kind === 'table') {
    return (
      <>
        {plus}
        {tableMenus.map(({ name, options }) => (
          <button
            key={name}
            type="button"
            className={styles.wordButton}
            aria-haspopup="menu"
            aria-expanded={false}
            onClick={(event) =>
              menus.open({ label: name, anchor: event.currentTarget, options: options.map((option) => toOption(view, option)) })
            }
          >
            {name} <Icon of={ChevronDown} small />
          </button>
        ))}
      </>
    );
  }
  const range = linkRangeOf(state);
  const canLink = range !== null && canBeLinked(state, range);
  return (
    <>
      {plus}
      {textItems.map((item) => button(item))}
      {renderFormats(view, menus)}
      <i aria-hidden="true" />
      <button
        type="button"
        className={styles.button}
        aria-label="Link"
        title="Link (Ctrl+K)"
        aria-pressed={range?.href !== undefined && range.href !== null}
        disabled={!canLink}
        onClick={() => {
          const tr = openLinkInput(view.state);
          if (tr !== null) view.dispatch(tr);
        }}
      >
        <Icon of={Link} small />
      </button>
      {'footnote' in view.state.schema.nodes && button(footnoteItem)}
      {lineItems.map((item) => button(item))}
    </>
  );
}

/** Renders the button of the menu with the less frequent formats. */
function renderFormats(view: EditorView, menus: OptionMenuHost): ReactNode {
  const items = formatItems.filter(({ name }) => name in view.state.schema.marks);
  const options = () =>
    items.map(({ label, isOn, run }) => ({
      label,
      isChecked: isOn(view.state),
      isToggle: true,
      onSelect: () => void run(view.state, view.dispatch, view),
    }));
  return (
    <button
      type="button"
      className={styles.button}
      aria-label="More formats"
      title="More formats"
      aria-haspopup="menu"
      aria-expanded={false}
      disabled={items.every(({ run }) => !run(view.state))}
      onClick={(event) => menus.open({ label: 'More formats', anchor: event.currentTarget, options: options() })}
    >
      <Icon of={Ellipsis} small />
    </button>
  );
}

function toOption(
  view: EditorView,
  { label, command, startsGroup, isChecked }: (typeof tableMenus)[number]['options'][number],
): MenuOption {
  return {
    label,
    isDisabled: !command(view.state),
    ...(startsGroup === true ? { startsGroup } : {}),
    ...(isChecked === undefined ? {} : { isChecked: isChecked(view.state) }),
    onSelect: () => command(view.state, view.dispatch, view),
  };
}

function renderButton(view: EditorView, item: BarItem): ReactNode {
  const isMac = /mac|iphone|ipad/iu.test(navigator.userAgent);
  const keys = item.keys?.replace('Mod', isMac ? 'Cmd' : 'Ctrl');
  return (
    <span key={item.name} className={styles.slot}>
      {item.startsGroup === true && <i aria-hidden="true" />}
      <button
        type="button"
        className={styles.button}
        aria-label={item.label}
        title={keys === undefined ? item.label : `${item.label} (${keys})`}
        aria-pressed={item.isOn?.(view.state)}
        disabled={!item.run(view.state)}
        onClick={() => {
          item.run(view.state, view.dispatch, view);
        }}
      >
        <Icon of={item.icon} small />
      </button>
    </span>
  );
}

/** Returns the rectangle on the page that the bar is for. */
function boxOf(view: EditorView, content: BarContent | null, link: { readonly from: number; readonly to: number } | null): DOMRect {
  if (content !== null && content.kind !== 'text' && link === null) {
    const block = view.nodeDOM(content.pos);
    if (block instanceof HTMLElement) return block.getBoundingClientRect();
  }
  const { from, to } = link ?? view.state.selection;
  const start = view.coordsAtPos(from, 1);
  const end = view.coordsAtPos(to, -1);
  const isOneLine = Math.abs(start.top - end.top) < 4;
  const left = isOneLine ? start.left : Math.min(start.left, end.left);
  return new DOMRect(left, start.top, isOneLine ? end.right - start.left : 0, Math.max(1, end.bottom - start.top));
}

/** Returns the position before the top-level block in which the selection begins. */
function blockAt({ selection }: EditorState): number {
  if (selection instanceof NodeSelection && selection.$from.depth === 0) return selection.from;
  return selection.$from.depth === 0 ? selection.from : selection.$from.before(1);
}

/** Returns true while a pointer is down in the text: nothing may appear under it during text selection. */
function usePressIn(store: ViewStore): boolean {
  const [isPressed, setIsPressed] = useState(false);
  const dom = useViewState(store, (_state, view) => view.dom);
  useEffect(() => {
    if (dom === null) return;
    const down = (event: PointerEvent) => event.pointerType === 'mouse' && event.button === 0 && setIsPressed(true);
    const up = () => setIsPressed(false);
    dom.addEventListener('pointerdown', down);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', up);
    window.addEventListener('dragend', up);
    return () => {
      dom.removeEventListener('pointerdown', down);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', up);
      window.removeEventListener('dragend', up);
    };
  }, [dom]);
  return isPressed;
}
