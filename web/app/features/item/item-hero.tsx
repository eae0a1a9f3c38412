import { Badge } from '@newline/ui/components/badge';
import { Button, buttonClass } from '@newline/ui/components/button';
import { useState } from 'react';
import { showIfOffline } from '../../shared/connection.ts';
import { Link } from '../../shared/link.tsx';
import { site } from '@newline/api/rules/site/site';
import { Cover } from '../../shared/catalog/cover.tsx';
import { checkoutPath } from '../../shared/checkout-path.ts';
import { formatDuration } from '../../shared/format-duration.ts';
import { LocalDate } from '../../shared/dates/local-date.tsx';
import { Player } from '../../shared/player/player.tsx';
import { videoSources } from '../../shared/player/video-sources.ts';
import { currencyInLink, priceIn } from '../../shared/prices/price-in.ts';
import { PriceLabel } from '../../shared/prices/price-label.tsx';
import { useCurrency } from '../../shared/prices/use-currency.ts';
import { ratingsText } from '../../shared/reviews/review-facts.ts';
import type { ItemFacts } from './item-facts.ts';
import { linesOf } from './lines-of.ts';
import type { OwnItemState } from './use-own-item.ts';
import styles from './item-page.module.css';

type Props = { item: ItemFacts; state: OwnItemState };

/** The title and description, the main action, and the trailer or cover. */
export function ItemHero({ item, state }: Props) {
  const trailer = videoSources(item.heroVideoUrl);
  return (
    <div className={item.kind === 'book' ? `${styles.hero} ${styles.book}` : styles.hero}>
      <div>
        <Kind item={item} />
        <h1 dir="auto">{item.title}</h1>
        {item.lead && (
          <p className="lead" dir="auto">
            {item.lead}
          </p>
        )}
        <Actions item={item} state={state} />
      </div>
      <div className={styles.image}>
        {item.kind === 'course' && trailer !== null ? (
          <Player
            title={`Trailer of ${item.title}`}
            video={trailer}
            shape="wide"
            posterSecond={null}
            durationSeconds={null}
            startSeconds={0}
            isAutoplay={false}
          />
        ) : (
          <Cover title={item.title} kind={item.kind} topic={item.topic} imageUrl={item.posterImageUrl} isEarly />
        )}
      </div>
    </div>
  );
}

function Kind({ item }: { item: ItemFacts }) {
  return (
    <p className="meta facts">
      {item.hiddenAs !== null && (
        <span>
          <Badge>{item.hiddenAs}: hidden from readers</Badge>
        </span>
      )}
      {item.isNewRelease && (
        <span>
          <Badge look="new">New Release</Badge>
        </span>
      )}
      {item.isComingSoon && (
        <span>
          <Badge look="new">Coming Soon</Badge>
        </span>
      )}
      {item.isEarlyAccess && (
        <span>
          <Badge look="new">Early Access</Badge>
        </span>
      )}
      <span>{item.label}</span>
      {item.language && <span>{item.language}</span>}
      <PriceLabel price={item.price} prices={item.isComingSoon ? [] : item.prices} />
    </p>
  );
}

/** The main action: start, enroll or continue. Next to it are the options to get access, and the rating. */
function Actions({ item, state }: Props) {
  const { own, boughtAt, isMember, isKnown } = state;
  const currency = useCurrency();
  const price = priceIn(item.prices, currency);
  const lines = linesOf(item);
  const progress = own?.progress ?? null;
  const next = lines.find(({ id }) => id === progress?.nextLessonId) ?? null;
  const first = lines[0] ?? null;
  const isOpen =
    item.price === 'Free' || (progress !== null && lines.length > 0 && lines.every(({ id }) => progress.openLessonIds.includes(id)));
  const word = item.kind === 'book' ? 'chapter' : 'lesson';
  const isBegun = (progress?.isEnrolled ?? false) || (progress?.isBegun ?? false);
  // Included in the cached page for visitors. For a signed-in user, who may have access to everything, it's shown once that is known.
  const isOffered = !isMember || isKnown;
  const offer = [buttonClass({ variant: 'line' }), !isKnown && styles.offer].filter(Boolean).join(' ');
  return (
    <>
      <p className={`acts ${styles.acts}`}>
        {first !== null && !isMember && (
          <Link className={buttonClass()} to={first.permalink}>
            Start at {word} {first.number ?? 1}
          </Link>
        )}
        {isMember && !isKnown && (
          <span className={`${buttonClass({ variant: 'line' })} ${styles.waiting}`} aria-hidden="true">
            Continue at {word} 1
          </span>
        )}
        {isMember && isKnown && first !== null && !isBegun && <EnrollButton enroll={state.enroll} />}
        {isBegun && next !== null && (
          <Link className={buttonClass()} to={next.permalink}>
            {progress?.isBegun ? 'Continue' : 'Start'} at {word} {next.number ?? 1}
          </Link>
        )}
        {first !== null && !isOpen && !item.isBoughtAlone && isOffered && site.isSellingPlans && (
          <Link className={offer} to="/pricing">
            Get full access with {site.name} Pro
          </Link>
        )}
        {price !== undefined && !item.isComingSoon && !isOpen && boughtAt === null && isOffered && (
          <Link className={offer} to={checkoutPath({ [item.kind]: item.slug, ...currencyInLink(item.prices, currency) }, item.permalink)}>
            Buy for {price.text}
          </Link>
        )}
        {item.previewPdfUrl !== null && (
          <a className="link" href={item.previewPdfUrl} type="application/pdf">
            Read a preview (PDF)
          </a>
        )}
        {item.ratings.count > 0 && (
          <a className="link" href="#reviews">
            {`Read ${item.ratings.count === 1 ? 'the rating' : ratingsText(item.ratings)}`}
          </a>
        )}
      </p>
      {boughtAt !== null ? (
        <p className={`meta ${styles.left}`}>
          You bought it on <LocalDate of={boughtAt} look="longDay" />. It’s yours to keep.
        </p>
      ) : (
        item.isBoughtAlone && isOpen && <p className={`meta ${styles.left}`}>You have full access.</p>
      )}
      {progress?.isBegun && next !== null && (
        <p className={`meta ${styles.left}`}>
          You left off at: <bdi>{next.title}</bdi>
          {progress.nextPositionSeconds !== null && progress.nextPositionSeconds > 0 && (
            <span className="num">, at {formatDuration(progress.nextPositionSeconds)}</span>
          )}
        </p>
      )}
    </>
  );
}

function EnrollButton({ enroll }: Pick<OwnItemState, 'enroll'>) {
  const [isBusy, setBusy] = useState(false);
  const press = () => {
    if (enroll === null) return;
    setBusy(true);
    enroll()
      .catch((error: unknown) => {
        console.error('We couldn’t save your enrollment.', error);
        showIfOffline();
      })
      .finally(() => setBusy(false));
  };
  return (
    <Button isBusy={isBusy} disabled={enroll === null} onClick={press}>
      {isBusy ? 'Enrolling...' : 'Enroll'}
    </Button>
  );
}
