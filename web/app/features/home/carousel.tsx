import { Line } from '@newline/ui/components/line';
import { buttonClass } from '@newline/ui/components/button';
import { Icon } from '@newline/ui/components/icon';
import { IconButton } from '@newline/ui/components/icon-button';
import { StarLine } from '@newline/ui/components/stars';
import { ArrowRight, ChevronLeft, ChevronRight, Pause, Play } from 'lucide';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { Link } from '../../shared/link.tsx';
import { home } from '../../../../home.config.ts';
import { Cover } from '../../shared/catalog/cover.tsx';
import { videoSources } from '../../shared/player/video-sources.ts';
import { SafeImage } from '../../shared/safe-image.tsx';
import styles from './carousel.module.css';
import { type Slide, wrapped } from './slide.ts';
import { useSlideVideo } from './use-slide-video.ts';

/** The texts of the section that differ from the defaults. */
export type RecentWords = Partial<Record<'heading' | 'description' | 'link', string>>;

type Props = { number: number; slides: readonly Slide[]; words: RecentWords | undefined };

/**
 * Recent titles, one at a time, with up to three videos each. Previous and Next wrap around; moving stops the video, and a numbered button
 * plays one. No video data is loaded before the user points at the screen, focuses it or plays a video.
 */
export function Carousel({ number, slides, words }: Props) {
  const { heading, description, link } = { ...home.recent, ...words };
  const [active, setActive] = useState(0);
  const [chosen, setChosen] = useState(0);
  const row = useRef<HTMLOListElement>(null);
  const slide = slides[active] ?? slides[0];
  const video = slide?.videos[chosen] ?? null;
  const sources = videoSources(video?.videoUrl ?? null);
  const stillUrl = sources?.stillUrl(video?.second ?? 0) ?? null;
  const playing = useSlideVideo(video);
  const go = (index: number) => {
    playing.stop();
    setActive(index);
    setChosen(0);
  };
  useEffect(() => {
    // The row of covers scrolls to the active one; the page itself doesn't.
    const list = row.current;
    const item = list?.children.item(active);
    if (list && item instanceof HTMLElement) list.scrollTo({ left: item.offsetLeft - list.offsetLeft - 16, behavior: 'smooth' });
  }, [active]);
  if (!slide) return null;
  const playClip = (index: number) => {
    setChosen(index);
    playing.play(slide.videos[index] ?? null);
  };
  // Touching the screen plays the video; hovering it means that the user may want to.
  const want = (event: PointerEvent) => event.pointerType === 'mouse' && playing.load();
  return (
    <Line
      number={number}
      head={
        <>
          <h2 id="recent">{heading}</h2>
          <Link className="more" to="/courses">
            {link} <Icon of={ArrowRight} />
          </Link>
          <p className="lead" dir="auto">
            {description}
          </p>
        </>
      }
    >
      <div role="group" aria-roledescription="carousel" aria-label={heading}>
        <div className={styles.reel}>
          <div className={styles.player} data-state={playing.state} onPointerEnter={want} onFocus={playing.load}>
            <div className={styles.screen}>
              {video === null || playing.state === 'idle' ? <Poster slide={slide} stillUrl={stillUrl} /> : null}
              {video !== null && (
                <video
                  key={video.videoUrl}
                  ref={playing.attach}
                  className={playing.state === 'idle' ? styles.waiting : undefined}
                  playsInline
                  preload="none"
                  poster={playing.state === 'idle' ? undefined : (stillUrl ?? undefined)}
                  aria-label={video.title}
                  onClick={playing.toggle}
                >
                  {sources?.captionsUrl && <track kind="captions" src={sources.captionsUrl} srcLang="en" label="English" />}
                </video>
              )}
              {playing.state === 'paused' && (
                <button type="button" className={styles.center} aria-label={`Play ${slide.title}`} onClick={playing.toggle}>
                  <Icon of={Play} />
                </button>
              )}
            </div>
            <div className={styles.bar}>
              <IconButton label="Previous" icon={ChevronLeft} size="small" onClick={() => go(wrapped(active, -1, slides.length))} />
              <IconButton label="Next" icon={ChevronRight} size="small" onClick={() => go(wrapped(active, 1, slides.length))} />
              {video !== null && (
                <IconButton
                  label={playing.isWanted ? 'Pause' : 'Play'}
                  icon={playing.isWanted ? Pause : Play}
                  size="small"
                  onClick={playing.toggle}
                />
              )}
              <span className={styles.index}>
                {slide.videos.map((one, index) => (
                  <button
                    key={one.videoUrl}
                    type="button"
                    aria-label={`Video ${index + 1}: ${one.title}`}
                    aria-current={index === chosen}
                    onClick={() => playClip(index)}
                  >
                    {index + 1}
                  </button>
                ))}
              </span>
            </div>
          </div>
          <div className={styles.side} aria-live="polite">
            <span className="meta">
              {slide.kind === 'book' ? 'Book' : 'Course'}
              {slide.authors !== '' && (
                <span className="sep">
                  <bdi>{slide.authors}</bdi>
                </span>
              )}
            </span>
            <h3 dir="auto">{slide.title}</h3>
            {slide.summary !== null && (
              <p className="lead" dir="auto">
                {slide.summary}
              </p>
            )}
            <p className={styles.rating}>
              <StarLine>
                {slide.rating} <span className="meta">{slide.ratings}</span>
              </StarLine>
            </p>
            <Link className={buttonClass()} to={slide.permalink}>
              {slide.kind === 'book' ? 'Enroll to this book' : 'Enroll to this course'}
            </Link>
          </div>
        </div>
        <ol ref={row} className={styles.row}>
          {slides.map((one, index) => (
            <li key={one.permalink} data-kind={one.kind}>
              {/* Without JavaScript it links to the title's page. */}
              <a
                href={one.permalink}
                aria-label={one.title}
                aria-current={index === active}
                onClick={(event) => {
                  event.preventDefault();
                  go(index);
                }}
              >
                <Cover title={one.title} kind={one.kind} topic={one.topic} imageUrl={one.posterImageUrl} />
              </a>
            </li>
          ))}
        </ol>
      </div>
    </Line>
  );
}

function Poster({ slide, stillUrl }: { slide: Slide; stillUrl: string | null }) {
  // A slide shows the title's own poster (B §2); a still of the video is only used without one.
  if (stillUrl !== null && slide.posterImageUrl === null)
    return <SafeImage className={styles.poster} src={stillUrl} alt="" width={640} height={360} loading="lazy" />;
  return (
    <span className={styles.cover}>
      <Cover title={slide.title} kind={slide.kind} topic={slide.topic} imageUrl={slide.posterImageUrl} />
    </span>
  );
}
