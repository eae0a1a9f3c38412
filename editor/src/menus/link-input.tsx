import { Unlink } from 'lucide';
import type { Caption } from '@newline/document/captions';
import { Icon } from '@newline/ui/components/icon';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { readLinkAddress, unsafeAddress } from './link-commands.ts';
import styles from './menus.module.css';

type Props = {
  /** The current URL of the link, or null for none. */
  href: string | null;
  /** The text that is linked. */
  words: string;
  /** What has a number in this text, to choose from. */
  targets: readonly Caption[];
  onApply: (href: string) => void;
  onRemove: () => void;
  onCancel: () => void;
};

/**
 * Renders the URL input of a link: Enter applies it, Escape cancels, and an empty URL removes the link. A number such as `Listing 2` stands
 * for what has it, and is suggested where the text is one.
 */
export function LinkInput({ href, words, targets, onApply, onRemove, onCancel }: Props) {
  const [typed, setTyped] = useState(href ?? anchorOf(words, targets) ?? '');
  const [isRefused, setIsRefused] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  const apply = () => {
    if (typed.trim() === '') {
      if (href === null) onCancel();
      else onRemove();
      return;
    }
    const address = anchorOf(typed, targets) ?? readLinkAddress(typed);
    if (address === null) setIsRefused(true);
    else onApply(address);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') {
      // Arrows, Home and End belong to the field, not to the bar.
      event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') apply();
    else onCancel();
  };

  return (
    <>
      <input
        dir="auto"
        ref={input}
        className={styles.address}
        aria-label="Link URL"
        aria-invalid={isRefused || undefined}
        aria-describedby={isRefused ? id : undefined}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        inputMode="url"
        list={`${id}-targets`}
        placeholder="https://"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setIsRefused(false);
        }}
        onKeyDown={handleKey}
      />
      <datalist id={`${id}-targets`}>
        {targets.map(
          ({ id: anchor, label }) =>
            anchor !== '' && (
              <option key={anchor} value={`#${anchor}`}>
                {label}
              </option>
            ),
        )}
      </datalist>
      {href !== null && (
        <button type="button" className={styles.button} aria-label="Remove link" title="Remove link" onClick={onRemove}>
          <Icon of={Unlink} small />
        </button>
      )}
      <button type="button" className={styles.key} aria-label="Enter: apply the link" onClick={apply}>
        <kbd aria-hidden="true">Enter</kbd>
      </button>
      <button type="button" className={styles.key} aria-label="Esc: discard changes" onClick={onCancel}>
        <kbd aria-hidden="true">Esc</kbd>
      </button>
      {isRefused && (
        <p className={styles.refusal} id={id} role="alert">
          {unsafeAddress}
        </p>
      )}
    </>
  );
}

/** Returns the link to what has a number, `#listing-2` for `listing 2`; null for any other text. */
function anchorOf(text: string, targets: readonly Caption[]): string | null {
  const label = text.trim().toLowerCase();
  const target = targets.find((one) => one.id !== '' && one.label !== '' && one.label.toLowerCase() === label);
  return target === undefined ? null : `#${target.id}`;
}
