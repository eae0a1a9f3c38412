import { type ComponentProps, useCallback, useState } from 'react';
import styles from './safe-image.module.css';

type Props = Omit<ComponentProps<'img'>, 'onError' | 'ref'> & { alt: string };

/** An image that is replaced with a gray block of the same size when it fails to load (SITE-08). */
export function SafeImage({ src, className, alt, ...rest }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  const hasFailed = src === undefined || failed === src;
  // A server-rendered image may have failed before hydration, when no error event is fired anymore.
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
