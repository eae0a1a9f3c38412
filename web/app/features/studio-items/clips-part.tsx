import { Badge } from '@newline/ui/components/badge';
import { EmptyState } from '@newline/ui/components/empty-state';
import { ErrorNote } from '@newline/ui/components/error-note';
import { useNavigate } from 'react-router';
import { Link } from '../../shared/link.tsx';
import { expectValue } from '../../shared/graphql-document.ts';
import { clipChanges, ownerOf } from './item-changes.ts';
import { explainRefusal, sendChange } from './send-change.ts';
import type { StudioItem } from './studio-item.ts';
import { TitleForm } from './title-form.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import styles from './studio-items.module.css';

/** The clips of an item, newest first, and a form for a new one. */
export function ClipsPart({ item }: { item: StudioItem }) {
  const navigate = useNavigate();
  const sending = useForm(explainRefusal);
  return (
    <section className={styles['form']} aria-labelledby="clips-title">
      <h2 id="clips-title" className={styles['partTitle']}>
        Clips
      </h2>
      {item.clips.nodes.length === 0 ? (
        <EmptyState level={3} title="No clips yet">
          Clips are short videos from the {item.kind}. They appear in the learning space and link here.
        </EmptyState>
      ) : (
        <ul className={styles['people']}>
          {item.clips.nodes.map(({ id, title, isShort, videoUrl }) => (
            <li key={id}>
              <Link className="link" to={`/studio/clips/${id}`}>
                <bdi>{title}</bdi>
              </Link>
              <span className={styles['states']}>
                {videoUrl === null && <Badge look="line">No video</Badge>}
                <Badge>{isShort ? 'Short' : 'Full'}</Badge>
              </span>
            </li>
          ))}
        </ul>
      )}
      <TitleForm
        label="New clip"
        action="Add a clip"
        onSubmit={(title) =>
          sending.run(async () => {
            const { createClip } = await sendChange(clipChanges.add, { ...ownerOf(item.kind, item.id), title });
            await navigate(`/studio/clips/${expectValue(createClip?.clip).id}`);
          })
        }
      />
      {sending.failure !== null && <ErrorNote>{sending.failure}</ErrorNote>}
    </section>
  );
}
