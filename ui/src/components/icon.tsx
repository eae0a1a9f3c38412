import type { LucideIcon } from 'lucide-react';

type Props = {
  /** An icon of lucide-react, imported by its own name so that only it travels. */
  of: LucideIcon;
  /** 16 px instead of 20. */
  small?: boolean;
};

/** A lucide icon in the house's stroke. Always beside words or inside something with an accessible name. */
export function Icon({ of: Rendering, small = false }: Props) {
  return <Rendering className={small ? 'icon icon--s' : 'icon'} aria-hidden="true" />;
}
