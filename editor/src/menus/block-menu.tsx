import { Icon } from '@newline/ui/components/icon';
import type { EditorView } from '@tiptap/pm/view';
import { useEffect, useMemo, type MouseEvent } from 'react';
import { useViewState, type ViewStore } from '../views/view-store.ts';
import type { BlockItem } from './block-items.ts';
import { blockMenuOf, chooseBlockItem, closeBlockMenu, moveInBlockMenu, optionId } from './block-menu-plugin.ts';
import styles from './menus.module.css';
import { useFloating } from './use-floating.ts';

type Props = {
  store: ViewStore;
  idPrefix: string;
  onChoose: (view: EditorView, item: BlockItem) => void;
};

/** Renders the block menu next to the caret. The focus stays in the text, which refers to the item that Enter would choose. */
export function BlockMenu({ store, idPrefix, onChoose }: Props) {
  const menu = useViewState(store, blockMenuOf);
  const view = store.view();
  const from = menu?.from ?? null;
  const anchor = useMemo(() => {
    if (view === null || from === null) return null;
    return {
      getBoundingClientRect: () => {
        const { left, top, bottom } = view.coordsAtPos(Math.min(from, view.state.doc.content.size));
        return new DOMRect(left, top, 0, bottom - top);
      },
      contextElement: view.dom,
    };
  }, [view, from]);
  const floating = useFloating<HTMLDivElement>(anchor, { placement: 'bottom-start', gap: 8 });
  const activeItem = menu?.items[menu.activeIndex];

  useEffect(() => {
    if (from === null) return;
    const handlePress = (event: PointerEvent) => {
      const current = store.view();
      if (current === null || (event.target instanceof Node && floating.current?.contains(event.target))) return;
      current.dispatch(closeBlockMenu(current.state.tr));
    };
    document.addEventListener('pointerdown', handlePress, true);
    return () => document.removeEventListener('pointerdown', handlePress, true);
  }, [from, store, floating]);

  useEffect(() => {
    if (activeItem) document.getElementById(optionId(idPrefix, activeItem))?.scrollIntoView({ block: 'nearest' });
  }, [activeItem, idPrefix]);

  if (menu === null || view === null) return null;
  const groups = [...new Set(menu.items.map(({ group }) => group))];
  const keepFocus = (event: MouseEvent) => event.preventDefault();

  return (
    <div ref={floating} id={`${idPrefix}-menu`} className={styles.blocks} onMouseDown={keepFocus} role="presentation">
      {menu.items.length === 0 ? (
        <p className={styles.none} role="status">
          No matching blocks for “{menu.query}”. Press Esc to close.
        </p>
      ) : (
        <div role="listbox" aria-label="Blocks">
          {groups.map((group) => (
            <div key={group} role="group" aria-labelledby={`${idPrefix}-group-${group.replaceAll(' ', '-')}`}>
              <p className={styles.group} id={`${idPrefix}-group-${group.replaceAll(' ', '-')}`}>
                {group}
              </p>
              {menu.items.map((item, index) =>
                item.group === group ? (
                  <div
                    key={item.name}
                    id={optionId(idPrefix, item)}
                    className={styles.item}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === menu.activeIndex}
                    onMouseMove={() => index !== menu.activeIndex && view.dispatch(moveInBlockMenu(view.state.tr, index))}
                    onClick={() => chooseBlockItem(view, item, onChoose)}
                    onKeyDown={(event) => event.key === 'Enter' && chooseBlockItem(view, item, onChoose)}
                  >
                    <Icon of={item.icon} />
                    <span>{item.label}</span>
                    {item.hint && <kbd aria-hidden="true">{item.hint}</kbd>}
                  </div>
                ) : null,
              )}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
