import { useId, type KeyboardEvent, type ReactNode } from 'react';
import styles from './tabs.module.css';

type Props<TValue extends string> = {
  /** What the tabs choose between, for those who listen. */
  label: string;
  tabs: readonly { value: TValue; label: string; count?: number }[];
  value: TValue;
  onChange: (value: TValue) => void;
  /** The panel of the chosen tab. */
  children: ReactNode;
};

/** Tabs over one panel. Arrow keys, Home and End choose; the caret marks the chosen one. */
export function Tabs<TValue extends string>({ label, tabs, value, onChange, children }: Props<TValue>) {
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
      <div className={styles.scroll}>
        <div className={styles.tabs} role="tablist" aria-label={label} tabIndex={-1} onKeyDown={handleKeyDown}>
          {tabs.map((tab) => (
            <button
              key={tab.value}
              id={`${id}-${tab.value}`}
              type="button"
              role="tab"
              className={styles.tab}
              aria-selected={tab.value === value}
              aria-controls={`${id}-panel`}
              tabIndex={tab.value === value ? 0 : -1}
              onClick={() => onChange(tab.value)}
            >
              <span data-label={tab.label}>{tab.label}</span>
              {tab.count !== undefined && <sup>{tab.count}</sup>}
            </button>
          ))}
        </div>
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}
