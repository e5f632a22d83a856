import { customerKey } from '../customers/customer-names.ts';
import type { Account } from '../platform/account/account.ts';
import { utcDay } from '../platform/time/utc-calendar.ts';
import { hashOfName } from '../quotes/counts/list-partition.ts';
import type { DecisionState, ReadRfpCells, ReportCell, ReportGroup } from '../quotes/reports/quote-report.ts';
import type { LaneStop, LaneTerms } from './lanes/lane-result.ts';
import { rfpCreatedAt, type StoredRfp } from './record/stored-rfp.ts';
import type { RfpReader } from './store/dynamodb-rfp-reader.ts';

/** Lanes that a report by lane or equipment reads. */
export const MAX_REPORTED_LANES = 20_000;
const RFPS_OF_PAGE = 100;

const STATES = { won: 'converted', lost: 'declined' } as const;
const stateOf = ({ outcome }: LaneTerms = {}): DecisionState => (outcome ? STATES[outcome] : 'undecided');

type Rfps = Pick<RfpReader, 'list' | 'lanes'>;

/** Priced lanes of RFPs as a report counts them, in the month of their RFP. Excluded lanes do not count. */
export function rfpCells(rfps: Rfps): ReadRfpCells {
  return async (account, groupBy, from, to) => {
    const cells: ReportCell[] = [];
    let left = MAX_REPORTED_LANES;
    const lastDay = utcDay(new Date(Date.UTC(Number(to.slice(0, 4)), Number(to.slice(5)), 0)));
    const filter = { createdFrom: `${from}-01`, createdTo: lastDay };
    let page = await rfps.list(account, filter, RFPS_OF_PAGE);
    for (;;) {
      for (const rfp of page.rfps) {
        if (groupBy === 'lane' || groupBy === 'equipment') left -= rfp.lanes;
        if (left < 0) return 'too-many-lanes';
        cells.push(...(await cellsOf(rfps, account, rfp, groupBy)));
      }
      if (page.next === undefined) return cells;
      page = await rfps.list(account, filter, RFPS_OF_PAGE, page.next);
    }
  };
}

async function cellsOf(
  rfps: Rfps,
  account: Account,
  rfp: StoredRfp,
  groupBy: ReportGroup,
): Promise<readonly ReportCell[]> {
  const month = rfpCreatedAt(rfp.rfpId).toISOString().slice(0, 7);
  if (groupBy === 'lane' || groupBy === 'equipment') {
    const indexes = Array.from({ length: rfp.lanes }, (_, index) => index);
    const lanes = await rfps.lanes(account, rfp, indexes);
    return [...lanes.values()].flatMap(({ draft, result, terms }) => {
      if (result.status === 'failed' || terms.excluded) return [];
      const label =
        groupBy === 'lane'
          ? `${cityOf(result.origin)} to ${cityOf(result.destination)}`
          : (draft.equipment ?? rfp.equipment);
      return [cell(month, hashOfName(label), label, stateOf(terms), 1)];
    });
  }
  const [group, label] =
    groupBy === 'month' ? [month, month] : [hashOfName(customerKey(rfp.customer)), rfp.customer.trim()];
  const { won, lost, open } = rfp.counters;
  return [
    cell(month, group, label, 'converted', won),
    cell(month, group, label, 'declined', lost),
    cell(month, group, label, 'undecided', open),
  ];
}

const cityOf = ({ city, state }: LaneStop): string => `${city}, ${state}`;

const cell = (
  month: string,
  group: string,
  label: string,
  state: DecisionState,
  quotes: number,
): ReportCell => ({
  hasNoAmounts: true,
  ...{ month, group, label },
  sums: { [state]: { quotes, marginCents: 0, marginCostCents: 0, spreadCents: 0, marketCents: 0 } },
});
