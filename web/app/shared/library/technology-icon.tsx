import { technologyIcons } from './technology-icons.ts';

type Props = { icon: string | null; color?: string | null | undefined; className: string | undefined };

/** The icon of a technology: one of the map, in the color of the tag, or an image that an administrator uploaded. */
export function TechnologyIcon({ icon, color, className }: Props) {
  if (icon === null) return null;
  if (icon.startsWith('/')) return <img className={className} src={icon} alt="" />;
  if (!technologyIcons.includes(icon)) return null;
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true" data-technology={icon} style={color ? { fill: color } : undefined}>
      <use href={`/technologies.svg#${icon}`} />
    </svg>
  );
}
