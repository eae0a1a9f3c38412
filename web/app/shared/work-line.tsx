import type { ReactNode } from 'react';

/** A job title and an employer, as a part of a line: "Engineer at Fjord & Sons". Each has the direction of its own characters. */
export function WorkLine({ title, employer }: { title: string | null; employer: string | null }): ReactNode {
  return (
    <>
      {title && <bdi>{title}</bdi>}
      {title && employer && <span> at </span>}
      {employer && <bdi>{employer}</bdi>}
    </>
  );
}
