import { Icon } from '@newline/ui/components/icon';
import { Captions, CaptionsOff } from 'lucide';
import { readDevice, writeDevice } from '../browser-storage.ts';
import styles from './player.module.css';

/** The speeds of playback. */
export const rates: readonly number[] = [0.75, 1, 1.25, 1.5, 1.75, 2];

/** The keys that a focused control handles itself; media-chrome reads this attribute. */
const ownKeys = { keysused: 'ArrowUp ArrowDown ArrowLeft ArrowRight Enter Space' };

/** Returns the speed that was last chosen on this device. */
export function readRate(): number {
  const rate = Number(readDevice('rate'));
  return rates.includes(rate) ? rate : 1;
}

/** Returns the index of the captions to show, by what was last chosen on this device; -1 for none. */
export function captionsAtStart(languages: readonly string[]): number {
  const chosen = readDevice('captions');
  if (chosen === 'off' || languages.length === 0) return -1;
  return Math.max(0, languages.indexOf(chosen ?? ''));
}

/** Remembers a choice of captions; null for none. */
export function rememberCaptions(language: string | null): void {
  writeDevice('captions', language ?? 'off');
}

type CaptionsProps = {
  /** The names of the languages; a single one is switched on and off. */
  labels: readonly string[];
  /** The index of the chosen captions; -1 for none. */
  shownIndex: number;
  onChange: (index: number) => void;
  isDisabled?: boolean;
};

/** Toggles captions, or selects their language. */
export function CaptionsChoice({ labels, shownIndex, onChange, isDisabled = false }: CaptionsProps) {
  if (labels.length > 1) {
    return (
      <select
        className={styles.choice}
        aria-label="Captions"
        value={shownIndex}
        disabled={isDisabled}
        onChange={(event) => onChange(Number(event.target.value))}
        {...ownKeys}
      >
        <option value={-1}>No captions</option>
        {labels.map((label, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  const isShown = shownIndex >= 0;
  return (
    <button
      type="button"
      className={styles.control}
      aria-label="Captions"
      aria-pressed={isShown}
      disabled={isDisabled}
      onClick={() => onChange(isShown ? -1 : 0)}
      {...{ keysused: 'Enter Space' }}
    >
      <Icon of={isShown ? Captions : CaptionsOff} />
    </button>
  );
}

/** Selects the playback speed. */
export function RateSelect({
  rate,
  onChange,
  isDisabled = false,
}: {
  rate: number;
  onChange: (rate: number) => void;
  isDisabled?: boolean;
}) {
  const choices = rates.includes(rate) ? rates : [...rates, rate].toSorted((a, b) => a - b);
  return (
    <select
      className={styles.choice}
      aria-label="Speed"
      value={rate}
      disabled={isDisabled}
      onChange={(event) => onChange(Number(event.target.value))}
      {...ownKeys}
    >
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}×
        </option>
      ))}
    </select>
  );
}
