import { Unlink } from 'lucide';
import { Icon } from '@newline/ui/components/icon';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { readLinkAddress, unsafeAddress } from './link-commands.ts';
import styles from './menus.module.css';

type Props = {
  /** The current URL of the link, or null for none. */
  href: string | null;
  onApply: (href: string) => void;
  onRemove: () => void;
  onCancel: () => void;
};

/** Renders the URL input of a link: Enter applies it, Escape cancels, and an empty URL removes the link. */
export function LinkInput({ href, onApply, onRemove, onCancel }: Props) {
  const [typed, setTyped] = useState(href ?? '');
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
    const address = readLinkAddress(typed);
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
        placeholder="https://"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setIsRefused(false);
        }}
        onKeyDown={handleKey}
      />
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
