import { Avatar } from '@newline/ui/components/avatar';
import { Badge } from '@newline/ui/components/badge';
import { Tabs } from '@newline/ui/components/tabs';
import { useCallback, useRef, useState } from 'react';
import { createLocalSource } from '../../shared/discussions/local-discussions.ts';
import { type Clip, type ClipAction, isActionOn, withAction } from '../../shared/learning-space/clip.ts';
import { LearningSpace } from '../../shared/learning-space/learning-space.tsx';
import { defaultChoice } from '../../shared/library/library-choice.ts';
import { LibraryList } from '../../shared/library/library-list.tsx';
import { chooseSamples } from './choose-samples.ts';
import { DemoComments, type DemoCommentsHandle } from './demo-comments.tsx';
import styles from './demo-dashboard.module.css';
import { type DeskData, sampleUser } from './desk-data.ts';

const tabs = [
  { value: 'learning-space', label: 'Learning space' },
  { value: 'library', label: 'Library' },
] as const;

const nothingPending: ReadonlySet<string> = new Set();

/** The author of comments in the demo. A guest has no profile. */
const demoUser = { id: 'guest', username: '', displayName: 'Guest', profileImageUrl: null };

type Props = {
  data: DeskData;
  /** The site's URL, for the shared link. */
  publicUrl: string;
};

/**
 * A Pro subscriber's dashboard to try (DEMO-01, DEMO-02): the real learning space and library with sample data. Changes and comments stay
 * in this page, and no request is made.
 */
export function DemoDashboard({ data, publicUrl }: Props) {
  const [tab, setTab] = useState<(typeof tabs)[number]['value']>('learning-space');
  return (
    <div className={styles.demo} data-demo-dashboard="">
      <Tabs label="Dashboard" tabs={tabs} value={tab} onChange={setTab}>
        {/* Both stay mounted, so that a tab keeps its state. */}
        <div className={styles.panel} hidden={tab !== 'learning-space'}>
          <SampleSpace data={data} publicUrl={publicUrl} />
        </div>
        <div className={styles.panel} hidden={tab !== 'library'}>
          <SampleLibrary data={data} />
        </div>
      </Tabs>
      <p className={styles.me}>
        <span className="meta num">
          <b>{sampleUser.streak}</b> days in a row
        </span>
        <Badge look="solid">Pro</Badge>
        <Avatar name={sampleUser.name} isDecorative={false} />
      </p>
    </div>
  );
}

function SampleSpace({ data, publicUrl }: Props) {
  const [clips, setClips] = useState(data.clips);
  const [sources] = useState(
    () => new Map(data.clips.map(({ id }) => [id, createLocalSource({ discussions: data.discussions[id] ?? [], user: demoUser })])),
  );
  const comments = useRef<DemoCommentsHandle>(null);
  const toggle = (clip: Clip, action: ClipAction): Promise<boolean> => {
    const isOn = !isActionOn(clip, action);
    setClips((clips) => clips.map((other) => (other.id === clip.id ? withAction(other, action, isOn) : other)));
    return Promise.resolve(isOn);
  };
  const commentsOf = useCallback(
    (clip: Clip, seek: (second: number) => void) => {
      const source = sources.get(clip.id);
      if (source === undefined) return null;
      const count = () =>
        setClips((clips) =>
          clips.map((other) => (other.id === clip.id ? { ...other, commentsCount: source.getState().total ?? 0 } : other)),
        );
      // Another clip has its own comments.
      return <DemoComments key={clip.id} ref={comments} clip={clip} source={source} onSeek={seek} onSent={count} />;
    },
    [sources],
  );
  const shorts = clips.filter(({ isShort }) => isShort).length;
  return (
    <LearningSpace
      heading={<h3 className="sr">Learning space</h3>}
      clips={clips}
      totals={{ shorts, full: clips.length - shorts }}
      more={null}
      openedClip={null}
      onToggle={toggle}
      pending={nothingPending}
      shareLinkOf={(clip) => `${publicUrl}${clip.item.permalink}`}
      advancesAtEnd
      commentsOf={commentsOf}
      onComments={(request) => comments.current?.open(request)}
    />
  );
}

function SampleLibrary({ data: { samples } }: Pick<Props, 'data'>) {
  const [choice, setChoice] = useState(defaultChoice);
  return <LibraryList {...chooseSamples(samples, choice)} choice={choice} onChoose={setChoice} action={null} empty={null} />;
}
