import { type ComponentProps, useCallback, useState } from 'react';
import styles from './safe-image.module.css';

type Props = Omit<ComponentProps<'img'>, 'onError' | 'ref'> & { alt: string };

/** A picture; when it fails to load, a grey empty block of the same size takes its place (SITE-08). */
export function SafeImage({ src, className, alt, ...rest }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  const hasFailed = src === undefined || failed === src;
  // A server-rendered picture may have failed before this code ran: then no error event comes any more.
  const check = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0 && src !== undefined) setFailed(src);
    },
    [src],
  );
  if (hasFailed) {
    const label = alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt };
    const ratio = rest.width !== undefined && rest.height !== undefined ? `${rest.width} / ${rest.height}` : undefined;
    return (
      <span {...label} className={[styles.failed, className].filter(Boolean).join(' ')} style={{ aspectRatio: ratio }} data-failed="" />
    );
  }
  return <img decoding="async" {...rest} src={src} alt={alt} className={className} ref={check} onError={() => setFailed(src)} />;
}
