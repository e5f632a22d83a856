import type { Rfp, RfpDetail } from '../../../clients/typescript/src/index.ts';
import { oneLine } from '../session/one-line.ts';
import { entersTenth, progressBar } from '../session/progress-bar.ts';
import { tableLines } from '../session/table.ts';

/** Lanes with a result. There are none before a file is read. */
const finished = ({ lanes }: Pick<Rfp, 'lanes'>): number => lanes.priced + lanes.failed;
const share = (rfp: Pick<Rfp, 'lanes'>): number =>
  rfp.lanes.total === 0 ? 0 : finished(rfp) / rfp.lanes.total;
const amount = (rfp: Pick<Rfp, 'lanes'>): string =>
  rfp.lanes.total === 0 ? 'the file is being read' : `${finished(rfp)} of ${rfp.lanes.total} lanes priced`;

/** The pricing of an RFP as a bar of fixed width. */
export const pricingBar = (rfp: Pick<Rfp, 'lanes'>): string => `${progressBar(share(rfp))}  ${amount(rfp)}`;

/** The pricing of an RFP as a line, once for each tenth; undefined if `before` is in the same tenth. */
export const pricingLine = (
  rfp: Pick<Rfp, 'lanes'>,
  before: Pick<Rfp, 'lanes'> | undefined,
): string | undefined =>
  entersTenth(share(rfp), before && share(before)) ? `${amount(rfp)} ...` : undefined;

const usd = (amount: number): string =>
  `${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} USD`;

/** An RFP with its sums. */
export function rfpLines(rfp: RfpDetail): string[] {
  const { lanes, totals } = rfp;
  return [
    `${rfp.rfp_id}  ${rfp.status}  ${oneLine(rfp.name)}`,
    ...(rfp.error === null ? [] : [`  ${rfp.error.code}: ${rfp.error.message}`]),
    `  lanes          ${lanes.priced} priced, ${lanes.failed} failed, ${lanes.excluded} excluded, ${lanes.total} in total`,
    ...rfp.errors.map(({ code, lanes: count }) => `                 ${code}: ${count}`),
    `  weekly spend   ${usd(totals.weekly_spend)}`,
    `  annual spend   ${usd(totals.annual_spend)}`,
    `  confidence     ${rfp.confidence.map(({ from, to, lanes: count }) => `${from}-${to}: ${count}`).join(', ')}`,
    ...(rfp.priced_as_of === null
      ? []
      : [`  version        ${rfp.version}, priced as of ${rfp.priced_as_of}`]),
    `  calls          ${rfp.calls}`,
    ...(rfp.customer === '' ? [] : [`  customer       ${oneLine(rfp.customer)}`]),
    ...(rfp.customer_reference === '' ? [] : [`  reference      ${oneLine(rfp.customer_reference)}`]),
  ];
}

/** RFPs as a table. */
export const rfpTable = (rfps: readonly Rfp[]): string[] =>
  tableLines(
    ['rfp', 'status', 'lanes', 'created', 'customer', 'name'],
    rfps.map((rfp) => [
      rfp.rfp_id,
      rfp.status,
      rfp.lanes.total,
      rfp.created_at.slice(0, 10),
      oneLine(rfp.customer) || '-',
      oneLine(rfp.name),
    ]),
  );
