import styles from './logo-strip.module.css';

type Props = {
  /** Shown before the companies. */
  title?: string | undefined;
  logos: readonly { id: string; name: string; imageUrl: string | null }[];
};

/** A strip of companies: their logos, or their names if there is no image (SITE-06). */
export function LogoStrip({ title, logos }: Props) {
  return (
    <div className={styles.strip}>
      {title !== undefined && <p className="meta">{title}</p>}
      <ul>
        {logos.map(({ id, name, imageUrl }) => (
          <li key={id}>
            {imageUrl === null ? <b>{name}</b> : <img src={imageUrl} alt={name} width={160} height={32} loading="lazy" decoding="async" />}
          </li>
        ))}
      </ul>
    </div>
  );
}
