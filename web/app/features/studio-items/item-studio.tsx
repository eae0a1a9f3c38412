import { Line } from '@newline/ui/components/line';
import { Badge } from '@newline/ui/components/badge';
import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Icon } from '@newline/ui/components/icon';
import { IconButton } from '@newline/ui/components/icon-button';
import { Menu } from '@newline/ui/components/menu';
import { Archive, ArchiveRestore, ChevronDown, Ellipsis, ExternalLink, EyeOff } from 'lucide';
import { useState, type ReactNode } from 'react';
import { useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { LazyConfirmDialog } from '../../shared/confirm/lazy-confirm-dialog.tsx';
import { Link } from '../../shared/link.tsx';
import { AccessPart } from './access-part.tsx';
import { CertificatePart } from './certificate-part.tsx';
import { ClipsPart } from './clips-part.tsx';
import { DetailsPart } from './details-part.tsx';
import { bookChanges, courseChanges } from './item-changes.ts';
import { itemStatusLabels } from '../../shared/item-status.ts';
import { OutlineEditor } from './outline-editor.tsx';
import { PeoplePart } from './people-part.tsx';
import { PublishItemDialog } from './publish-item-dialog.tsx';
import { ReadyList } from './ready-list.tsx';
import { explainRefusal, sendChange } from './send-change.ts';
import type { StudioItem, TagRow } from './studio-item.ts';
import { useForm } from '../../shared/form/use-form.ts';
import styles from './studio-items.module.css';

type Props = { item: StudioItem; tags: readonly TagRow[] };
type Part = 'outline' | 'details' | 'access' | 'certificate' | 'people' | 'clips';

const partNames: Readonly<Record<Part, string>> = {
  outline: 'Outline',
  details: 'Details',
  access: 'Access and prices',
  certificate: 'Certificate',
  people: 'People',
  clips: 'Clips',
};

const previews = [
  ['visitor', 'As a visitor'],
  ['free', 'As a free reader'],
  ['pro', 'As a Pro reader'],
] as const;

/** A course or book in the studio: its outline and settings, from the first title until it's archived. */
export function ItemStudio({ item, tags }: Props) {
  const [parameters] = useSearchParams();
  const { revalidate } = useRevalidator();
  const [isPublishing, setIsPublishing] = useState(false);
  const [question, setQuestion] = useState<'Unpublish' | 'Archive' | null>(null);
  const sending = useForm(explainRefusal);
  const navigate = useNavigate();
  const { kind, status, mayPublish } = item;
  // Hidden without permission.
  const parts = (Object.keys(partNames) as Part[]).filter(
    (part) => (mayPublish || (part !== 'access' && part !== 'certificate')) && (part !== 'certificate' || item.certificate !== null),
  );
  const current = parts.find((part) => part === parameters.get('show')) ?? 'outline';
  const changes = kind === 'course' ? courseChanges : bookChanges;
  const isArchived = status === 'ARCHIVED';
  const isUnpublished = status === 'DRAFT' || status === 'COMING_SOON';
  const perform = (change: () => Promise<unknown>) =>
    sending.run(async () => {
      await change();
      await revalidate();
    });
  return (
    <main id="content" className="wrap listing" tabIndex={-1}>
      <Line variant="first">
        <div>
          <Link className="link up" to="/studio">
            Studio
          </Link>
          <header className={styles['head']}>
            <h1 dir="auto">{item.title}</h1>
            <div className={styles['headActs']}>
              <Menu
                trigger={
                  <Button variant="line">
                    Preview <Icon of={ChevronDown} small />
                  </Button>
                }
                items={[
                  ...previews.map(([reader, label]) => ({
                    label,
                    onSelect: () => void navigate(`/studio/${kind}s/${item.id}/preview?as=${reader}`),
                  })),
                  { label: 'View page', icon: ExternalLink, startsGroup: true, onSelect: () => void navigate(item.permalink) },
                ]}
              />
              {mayPublish && (
                <Button variant={isUnpublished ? 'ink' : 'line'} onClick={() => setIsPublishing(true)}>
                  {isUnpublished ? 'Publish…' : 'Early access…'}
                </Button>
              )}
              {mayPublish && (
                <Menu
                  trigger={<IconButton label="More" icon={Ellipsis} />}
                  items={[
                    ...(status === 'DRAFT' || isArchived
                      ? []
                      : [{ label: 'Unpublish…', icon: EyeOff, onSelect: () => setQuestion('Unpublish') }]),
                    {
                      label: isArchived ? 'Restore' : 'Archive…',
                      icon: isArchived ? ArchiveRestore : Archive,
                      onSelect: () =>
                        isArchived
                          ? void perform(() => sendChange(changes.archive, { id: item.id, isArchived: false }))
                          : setQuestion('Archive'),
                    },
                  ]}
                />
              )}
            </div>
          </header>
          <p className={`meta num ${styles['facts']}`}>
            <Badge look={status === 'PUBLISHED' ? 'solid' : 'quiet'}>{itemStatusLabels[status]}</Badge>
            <span>{kind === 'course' ? 'Course' : 'Book'}</span>
            <span>{item.permalink}</span>
            {!mayPublish && <span>You can edit this. Only its authors can publish it.</span>}
          </p>
          {sending.failure !== null && <ErrorNote>{sending.failure}</ErrorNote>}
          <nav className={styles['parts']} aria-label={`Parts of the ${kind}`}>
            {parts.map((part) => (
              <Link key={part} to={`?show=${part}`} aria-current={part === current ? 'page' : undefined} preventScrollReset>
                {partNames[part]}
              </Link>
            ))}
          </nav>
          <div className={styles['body']}>
            <div key={current}>
              <ShownPart part={current} item={item} tags={tags} reload={revalidate} />
            </div>
            <ReadyList item={item} />
          </div>
          {question !== null && (
            <LazyConfirmDialog
              title={`${question} “${item.title}”?`}
              action={question}
              onConfirm={() =>
                perform(() =>
                  question === 'Unpublish'
                    ? sendChange(changes.unpublish, { id: item.id })
                    : sendChange(changes.archive, { id: item.id, isArchived: true }),
                )
              }
              onClose={() => setQuestion(null)}
            >
              {unpublishConsequences[question]}
            </LazyConfirmDialog>
          )}
          {isPublishing && <PublishItemDialog item={item} reload={revalidate} onClose={() => setIsPublishing(false)} />}
        </div>
      </Line>
    </main>
  );
}

/** The consequences of unpublishing, for the confirmation. */
const unpublishConsequences = {
  Unpublish: 'It becomes a draft that only its writers can see. You can publish it again.',
  Archive: 'It disappears from the site. Only its writers can see it. You can restore it.',
} as const;

type ShownPartProps = { part: Part; item: StudioItem; tags: Props['tags']; reload: () => Promise<void> };

/** The form or list of one part of the page. */
function ShownPart({ part, item, tags, reload }: ShownPartProps): ReactNode {
  switch (part) {
    case 'outline':
      return <OutlineEditor item={item} reload={reload} />;
    case 'details':
      return <DetailsPart item={item} tags={tags} reload={reload} />;
    case 'access':
      return <AccessPart item={item} reload={reload} />;
    case 'certificate':
      return <CertificatePart item={item} reload={reload} />;
    case 'people':
      return <PeoplePart item={item} reload={reload} />;
    case 'clips':
      return <ClipsPart item={item} />;
  }
}
