import { Icon } from '@newline/ui/components/icon';
import { VisuallyHidden } from '@newline/ui/components/visually-hidden';
import { Check } from 'lucide';
import type { PlanFacts } from './plans-documents.ts';
import styles from './pricing.module.css';

type Cell = string | boolean;

/** What can be bought: each is a column of the comparison. */
type Offers = { readonly hasTitles: boolean; readonly pro: PlanFacts | null; readonly team: PlanFacts | null };

/** What the site itself provides, for one title, Pro and a team, and what the owner adds to the plans. */
function rowsOf(team: PlanFacts | null, extras: readonly string[]): readonly (readonly [string, Cell, Cell, Cell])[] {
  return [
    ['Books, guides and courses', 'One at a time', 'All of them', 'All of them'],
    ['Masterclass courses', 'Full price', '20% off', '20% off'],
    ['Full transcripts with code snippets', 'With the title', true, true],
    ['Early access to future content', 'With the title', true, true],
    ...extras.map((extra) => [extra, false, true, true] as const),
    ...(team === null
      ? []
      : ([
          ['Seats', '1', '1', `${team.minSeats} to ${team.maxSeats}`],
          ['One invoice, reassignable seats', false, false, true],
        ] as const)),
  ];
}

/** Compares what can be bought, one feature per line. */
export function CompareTable({ titleId, hasTitles, pro, team, extras }: Offers & { titleId: string; extras: readonly string[] }) {
  const columns = [
    { label: 'One title', isOffered: hasTitles },
    { label: pro?.name ?? '', isOffered: pro !== null },
    { label: team?.name ?? '', isOffered: team !== null },
  ];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- The keyboard scrolls the table on a phone.
    <div className={styles.compareScroll} role="group" aria-labelledby={titleId} tabIndex={0}>
      <table className={styles.compare}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>Feature</VisuallyHidden>
            </th>
            {columns.map(
              ({ label, isOffered }) =>
                isOffered && (
                  <th key={label} scope="col" dir="auto">
                    {label}
                  </th>
                ),
            )}
          </tr>
        </thead>
        <tbody>
          {rowsOf(team, extras).map(([feature, ...cells]) => (
            <tr key={feature}>
              <th scope="row">{feature}</th>
              {columns.map(({ label, isOffered }, at) => isOffered && <td key={label}>{write(cells[at] ?? false)}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function write(cell: Cell) {
  if (typeof cell === 'string') return cell;
  return (
    <>
      {cell ? <Icon of={Check} /> : <span aria-hidden="true">–</span>}
      <VisuallyHidden>{cell ? 'Yes' : 'No'}</VisuallyHidden>
    </>
  );
}
