import { Icon } from '@newline/ui/components/icon';
import { VisuallyHidden } from '@newline/ui/components/visually-hidden';
import { Check } from 'lucide';
import type { PlanFacts } from './plans-documents.ts';
import styles from './pricing.module.css';

type Cell = string | boolean;

/** Compares the three options, one feature per line. */
export function CompareTable({ team }: { team: PlanFacts | null }) {
  const rows: readonly (readonly [string, Cell, Cell, Cell])[] = [
    ['Books, guides and courses', 'One at a time', 'All of them', 'All of them'],
    ['Interactive live project demos', false, true, true],
    ['Complete source code', 'With the title', true, true],
    ['Masterclass courses', 'Full price', '20% off', '20% off'],
    ['Community chat access', false, true, true],
    ['Full transcripts with code snippets', 'With the title', true, true],
    ['Early access to future content', false, true, true],
    ['Seats', '1', '1', team ? `${team.minSeats} to ${team.maxSeats}` : 'Many'],
    ['One invoice, reassignable seats', false, false, true],
  ];
  return (
    <table className={styles.compare}>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>What</VisuallyHidden>
          </th>
          <th scope="col">One title</th>
          <th scope="col">Pro</th>
          <th scope="col">Team</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([feature, ...cells]) => (
          <tr key={feature}>
            <th scope="row">{feature}</th>
            {cells.map((cell, at) => (
              <td key={['title', 'pro', 'team'][at]}>{write(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
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
