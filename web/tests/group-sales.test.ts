import { describe, expect, test } from 'vitest';
import { groupSales } from '../app/features/sales/group-sales.ts';
import { authorRows, salesRows } from '../app/features/sales/sales-csv.ts';
import { readSalesPeriod } from '../app/features/sales/sales-period.ts';
import { csvOf } from '../app/shared/csv.ts';

const line = {
  ...{ startsOn: '2026-11-01', courseId: 'c', bookId: null, title: 'Compilers', currency: 'USD', unitsCount: 2 },
  ...{ grossCents: 7800, refundedCents: 1300, taxCents: 400, netCents: 6100, shareCents: 3050 as number | null },
};

describe('sales by month @STUDIO-01', () => {
  test('are one list for each currency, the one with the most sales first, with totals of its months', () => {
    const lines = [
      { ...line, currency: 'EUR', unitsCount: 1 },
      line,
      { ...line, courseId: 'd', title: 'Parsers', shareCents: null },
      { ...line, startsOn: '2026-12-01' },
    ];
    const total = { ...line, unitsCount: 3000, shareCents: 5 };
    const [most, other, ...none] = groupSales(lines, [total, { ...total, currency: 'EUR', unitsCount: 1 }]);
    expect(none).toEqual([]);
    expect(most?.months.map(({ startsOn }) => startsOn)).toEqual(['2026-12-01', '2026-11-01']);
    expect(most?.months[1]?.total).toEqual({
      unitsCount: 4,
      grossCents: 15600,
      refundedCents: 2600,
      taxCents: 800,
      netCents: 12200,
      shareCents: 3050,
    });
    // The total also counts lines that aren't shown.
    expect(most?.total.unitsCount).toBe(3000);
    expect(other).toMatchObject({ currency: 'EUR', total: { unitsCount: 1 } });
  });

  test('have no share until one is set', () => {
    const unset = { ...line, shareCents: null };
    expect(groupSales([unset], [unset])[0]?.months[0]?.total.shareCents).toBeNull();
  });

  test('are a CSV file with amounts as numbers, in which a title is no formula', () => {
    const csv = csvOf(
      salesRows(
        [
          { ...line, title: '=1+1' },
          { ...line, currency: 'JPY', shareCents: null },
        ],
        false,
      ),
    );
    expect(csv.split('\r\n').slice(1, 3)).toEqual([
      `"2026-11","'=1+1","USD",2,78,13,4,61,30.5`,
      `"2026-11","Compilers","JPY",2,7800,1300,400,6100,""`,
    ]);
    expect(
      csvOf(authorRows([{ startsOn: '2026-11-01', userId: null, name: null, currency: 'USD', unitsCount: 1, shareCents: 5 }])),
    ).toContain(`"2026-11","deleted account","USD",1,0.05`);
  });

  test('are those of the last months unless the URL says all', () => {
    expect(readSalesPeriod(new URLSearchParams('period=all')).isAllTime).toBe(true);
    expect(readSalesPeriod(new URLSearchParams('period=x')).isAllTime).toBe(false);
  });
});
