import { type KeyboardEvent, type MouseEvent, type ReactNode, useId } from 'react';
import styles from './tabs.module.css';

/** A tab. With `href` it's a link, so that it also works before hydration, and can be opened in a new tab. */
export type Tab<TValue extends string> = { value: TValue; label: string; count?: number; href?: string };

type Props<TValue extends string> = {
  /** The accessible name of the tabs. */
  label: string;
  tabs: readonly Tab<TValue>[];
  value: TValue;
  onChange: (value: TValue) => void;
  /** The class of the bar with the tabs. */
  className?: string;
  /** The panel of the selected tab. */
  children: ReactNode;
};

/** Tabs with one panel. Arrow keys, Home and End select a tab; the caret marks the selected one. */
export function Tabs<TValue extends string>({ label, tabs, value, onChange, className, children }: Props<TValue>) {
  const id = useId();
  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const to = { ArrowRight: (at + 1) % tabs.length, ArrowLeft: (at - 1 + tabs.length) % tabs.length, Home: 0, End: tabs.length - 1 }[
      event.key
    ];
    const tab = to === undefined ? undefined : tabs[to];
    if (!tab) return;
    event.preventDefault();
    onChange(tab.value);
    document.getElementById(`${id}-${tab.value}`)?.focus();
  };
  return (
    <>
      <div className={className ? `${styles.scroll} ${className}` : styles.scroll}>
        <div className={styles.tabs} role="tablist" aria-label={label} tabIndex={-1} onKeyDown={handleKeyDown}>
          {tabs.map((tab) => {
            const attributes = {
              id: `${id}-${tab.value}`,
              role: 'tab',
              className: styles.tab,
              'aria-selected': tab.value === value,
              'aria-controls': `${id}-panel`,
              tabIndex: tab.value === value ? 0 : -1,
            };
            const content = (
              <>
                <span data-label={tab.label}>{tab.label}</span>
                {tab.count !== undefined && <sup>{tab.count}</sup>}
              </>
            );
            if (tab.href === undefined) {
              return (
                <button key={tab.value} type="button" {...attributes} onClick={() => onChange(tab.value)}>
                  {content}
                </button>
              );
            }
            const handleClick = (event: MouseEvent) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
              event.preventDefault();
              onChange(tab.value);
            };
            return (
              <a key={tab.value} href={tab.href} {...attributes} onClick={handleClick}>
                {content}
              </a>
            );
          })}
        </div>
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}
