import type { ReactNode } from 'react';

/** Words for those who listen; nobody sees them. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr">{children}</span>;
}
