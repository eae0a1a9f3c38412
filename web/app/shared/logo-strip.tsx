import styles from './logo-strip.module.css';

/** A company, with its images for both themes and its website, as far as there are any. */
type Logo = {
  readonly id: string;
  readonly name: string;
  readonly imageUrl: string | null;
  readonly darkImageUrl?: string | null;
  readonly websiteUrl?: string | null;
};

type Props = {
  /** Shown before the companies. */
  title?: string | undefined;
  logos: readonly Logo[];
};

/** A strip of companies: their logos, or their names if there is no image (SITE-06). */
export function LogoStrip({ title, logos }: Props) {
  return (
    <div className={styles.strip}>
      {title !== undefined && <p className="meta">{title}</p>}
      <ul>
        {logos.map((logo) => (
          <li key={logo.id}>
            {logo.websiteUrl ? (
              <a href={logo.websiteUrl} rel="noopener noreferrer nofollow">
                {mark(logo)}
              </a>
            ) : (
              mark(logo)
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function mark({ name, imageUrl, darkImageUrl }: Logo) {
  if (imageUrl === null) return <b>{name}</b>;
  const image = { width: 160, height: 32, loading: 'lazy', decoding: 'async' } as const;
  if (!darkImageUrl) return <img src={imageUrl} alt={name} {...image} />;
  return (
    <>
      <img data-on="light" src={imageUrl} alt={name} {...image} />
      <img data-on="dark" src={darkImageUrl} alt={name} {...image} />
    </>
  );
}
