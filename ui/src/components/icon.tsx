import type { LucideIcon } from 'lucide-react';

type Props = {
  /** An icon of lucide-react, imported by its name so that only it is bundled. */
  of: LucideIcon;
  /** 16 px instead of 20. */
  small?: boolean;
};

/** A lucide icon in our stroke width. Use it next to text, or inside an element with an accessible name. */
export function Icon({ of: Rendering, small = false }: Props) {
  return <Rendering className={small ? 'icon icon--s' : 'icon'} aria-hidden="true" />;
}
