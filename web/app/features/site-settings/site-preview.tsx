import { wholeLook, type SiteLook } from '@newline/api/rules/site/site-look';
import { buttonClass } from '@newline/ui/components/button';
import type { CSSProperties } from 'react';
import styles from './site-settings.module.css';

type Props = {
  name: string;
  description: string;
  wordmarks: Readonly<Record<'light' | 'dark', string>>;
  links: readonly string[];
  look: SiteLook;
};

/** A preview of the header with the unsaved settings, in both themes. */
export function SitePreview({ name, description, wordmarks, links, look }: Props) {
  const tokens = wholeLook(look) as CSSProperties;
  return (
    <div className={styles['previews']} role="group" aria-label="Preview">
      {(['light', 'dark'] as const).map((theme) => {
        const wordmark = wordmarks[theme];
        return (
          <figure key={theme}>
            <div className={styles['preview']} data-theme={theme} style={tokens}>
              <p className={styles['previewHead']}>
                {wordmark === '' ? <b>{name}</b> : <img src={wordmark} alt={name} />}
                {links.slice(0, 3).map((link, at) => (
                  <span key={link} data-here={at === 0 ? '' : undefined}>
                    {link}
                  </span>
                ))}
              </p>
              <p className={styles['previewTitle']}>{name}</p>
              <p className={styles['previewText']}>
                {description} <u>A link</u>, and <mark>highlighted text</mark>.
              </p>
              <p className={styles['previewBand']}>
                <span className={buttonClass({ size: 'small' })}>Button</span> <small>Small text on a band</small>
              </p>
            </div>
            <figcaption>{theme === 'light' ? 'Light theme' : 'Dark theme'}</figcaption>
          </figure>
        );
      })}
    </div>
  );
}
