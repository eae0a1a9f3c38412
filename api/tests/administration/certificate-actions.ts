import type { Administration } from './start-administration.ts';
import type { Action } from './catalog-actions.ts';

type Tools = { administration: () => Administration; aim: (id: Promise<string>) => Promise<{ id: string }> };

/** Actions on certificates. */
export const certificateActions = ({ administration, aim }: Tools): readonly Action[] => {
  const aCertificate = async (revokedAt: string | null) =>
    administration().idOf(
      `insert into app_public.certificates (user_id, holder_name, course_title, topic, author_names, site_name, needs_lessons, lessons_count, video_percent,
         video_seconds, revoked_at, revocation_reason)
       values ($1, 'Holder', 'Databases', 'ENGINEERING', '{Author}', 'newline', true, 1, 0, 0, $2::timestamptz, case when $2 is not null then 'By mistake.' end)
       returning id`,
      [await administration().someone(), revokedAt],
    );
  const isRevoked = 'exists (select from app_public.certificates where id::text = $1 and revoked_at is not null)';
  return [
    {
      name: 'revokeCertificate',
      call: 'mutation a($id: UUID!) { revokeCertificate(input: { id: $id, reason: "Copied." }) { certificate { id } } }',
      variables: () => aim(aCertificate(null)),
      line: 'certificate.revoke',
      details: { course: 'Databases', reason: 'Copied.' },
      effect: isRevoked,
    },
    {
      name: 'restoreCertificate',
      call: 'mutation a($id: UUID!) { restoreCertificate(input: { id: $id }) { certificate { id } } }',
      variables: () => aim(aCertificate('2026-11-01T00:00:00Z')),
      line: 'certificate.restore',
      details: { course: 'Databases' },
      effect: `not ${isRevoked}`,
    },
  ];
};
