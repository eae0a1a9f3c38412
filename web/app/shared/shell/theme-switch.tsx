import { IconButton } from '@newline/ui/components/icon-button';
import { SunMoon } from 'lucide';
import { writeDevice } from '../browser-storage.ts';

/** Switches between light and dark. When the choice equals the system's theme, nothing is stored, and the site follows the system again. */
export function ThemeSwitch() {
  const handleClick = () => {
    const root = document.documentElement;
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const next = (root.dataset.theme ?? system) === 'dark' ? 'light' : 'dark';
    if (next === system) delete root.dataset.theme;
    else root.dataset.theme = next;
    // Where storage is closed, the choice lasts as long as the page.
    writeDevice('theme', next === system ? null : next);
  };
  return <IconButton label="Change theme" icon={SunMoon} size="small" onClick={handleClick} />;
}
