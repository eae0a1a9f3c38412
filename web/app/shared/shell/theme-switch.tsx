import { IconButton } from '@newline/ui/components/icon-button';
import { SunMoon } from 'lucide-react';

/** Switches between light and dark. Back on what the system says, nothing stays stored, and the site follows the system again. */
export function ThemeSwitch() {
  const handleClick = () => {
    const root = document.documentElement;
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const next = (root.dataset.theme ?? system) === 'dark' ? 'light' : 'dark';
    if (next === system) delete root.dataset.theme;
    else root.dataset.theme = next;
    try {
      if (next === system) localStorage.removeItem('theme');
      else localStorage.setItem('theme', next);
    } catch {
      // Storage is closed to us: the choice then lasts as long as the page.
    }
  };
  return <IconButton label="Change theme" icon={SunMoon} size="small" onClick={handleClick} />;
}
