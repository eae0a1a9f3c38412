import type { IconNode } from 'lucide';

type Props = {
  /** An icon of lucide, imported by its name so that only it is bundled. */
  of: IconNode;
  /** 16 px instead of 20. */
  small?: boolean;
};

/** A lucide icon, drawn by the style sheet (`.icon`). Use it next to text, or inside an element with an accessible name. */
export function Icon({ of, small = false }: Props) {
  return (
    <svg className={small ? 'icon icon--s' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      {of.map(([Tag, attributes], index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an icon's shapes never change
        <Tag key={index} {...attributes} />
      ))}
    </svg>
  );
}
