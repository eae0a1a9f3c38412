import { Button } from '@newline/ui/components/button';
import { Icon } from '@newline/ui/components/icon';
import { IconButton } from '@newline/ui/components/icon-button';
import { Menu } from '@newline/ui/components/menu';
import { ChevronDown, Download, Ellipsis, ExternalLink, History, Upload } from 'lucide';
import { useRef, type ComponentProps } from 'react';
import { useNavigate } from 'react-router';
import type { TextStudioState } from './use-text-studio.ts';
import styles from './studio.module.css';

type Props = {
  studio: TextStudioState;
  /** The text's page in the studio, below which its previews are. */
  base: string;
  /** The name of its Markdown file, without the extension. */
  fileName: string;
  /** The published page; null when there is none. */
  permalink: string | null;
  /** False for a page that all readers see completely, which has only one preview. */
  hasReaders?: boolean;
  /** Actions specific to the kind of text. */
  more: ComponentProps<typeof Menu>['items'];
  /** The button at the end; null without permission to publish, or when there is nothing to publish. */
  publish: { label: string; isDisabled?: boolean; onPress: () => void } | null;
};

/** The menus of a text in the studio. */
export function StudioMenus({ studio, base, fileName, permalink, hasReaders = true, more, publish }: Props) {
  const navigate = useNavigate();
  const file = useRef<HTMLInputElement>(null);
  const { perform } = studio;
  const openHistory = () => void perform(() => studio.setIsInHistory(true));
  const preview = (reader: 'visitor' | 'free' | 'pro') => () => void perform(() => navigate(`${base}/preview?as=${reader}`));
  return (
    <div className={styles['end']}>
      <Button variant="bare" size="small" className={styles['wideOnly'] ?? ''} onClick={openHistory}>
        History
      </Button>
      {hasReaders ? (
        <Menu
          trigger={
            <Button variant="bare" size="small">
              Preview <Icon of={ChevronDown} small />
            </Button>
          }
          items={[
            { label: 'As a visitor', onSelect: preview('visitor') },
            { label: 'As a free reader', onSelect: preview('free') },
            { label: 'As a Pro reader', onSelect: preview('pro') },
          ]}
        />
      ) : (
        <Button variant="bare" size="small" onClick={() => void perform(() => navigate(`${base}/preview`))}>
          Preview
        </Button>
      )}
      <Menu
        trigger={<IconButton label="More" icon={Ellipsis} size="small" />}
        items={[
          { label: 'History', icon: History, onSelect: openHistory },
          ...(permalink === null ? [] : [{ label: 'View page', icon: ExternalLink, onSelect: () => void navigate(permalink) }]),
          { label: 'Export Markdown', icon: Download, startsGroup: true, onSelect: () => void studio.exportFile(`${fileName}.md`) },
          { label: 'Import Markdown…', icon: Upload, onSelect: () => file.current?.click() },
          ...more,
        ]}
      />
      <input
        ref={file}
        hidden
        type="file"
        accept=".md,.markdown,text/markdown,text/plain"
        aria-label="Markdown file"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen) void studio.importFile(chosen);
        }}
      />
      {publish !== null && (
        <Button size="small" disabled={publish.isDisabled} onClick={publish.onPress}>
          {publish.label}
        </Button>
      )}
    </div>
  );
}
