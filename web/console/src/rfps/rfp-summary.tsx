import type { ReactNode } from 'react';
import type { RfpDetail } from '../api/client.ts';
import { dayText } from '../format/dates.ts';
import { counted, dollars } from '../format/numbers.ts';
import { equipmentName } from '../rates/equipment.ts';
import { DataTable } from '../shell/data-table.tsx';
import { Amounts, Facts, Panel, Time } from '../shell/page.tsx';

const LANE_ERRORS: Readonly<Record<RfpDetail['errors'][number]['code'], string>> = {
  LANE_INVALID: 'Missing or invalid values',
  LOCATION_NOT_FOUND: 'Unknown place',
  LOCATION_AMBIGUOUS: 'Place with several meanings',
  NO_ROUTE: 'No road between both places',
  INTERNAL_ERROR: 'Error of the service, not counted as usage',
};

const NONE = 'None';

/** What the lanes are worth: all, won, lost and open. */
export const RfpTotals = ({ rfp: { lanes, totals, margin_percent } }: { readonly rfp: RfpDetail }) => (
  <Panel title="Totals" note="Of priced lanes that are not excluded. Lanes without a volume add nothing.">
    <Facts
      facts={{
        'Spend a week': dollars(totals.weekly_spend),
        'Spend a year': dollars(totals.annual_spend),
        Won: sumText(lanes.won, totals.won.annual_spend),
        Lost: sumText(lanes.lost, totals.lost.annual_spend),
        Open: sumText(lanes.open, totals.open.annual_spend),
        Failed: counted(lanes.failed, 'lane'),
        Excluded: counted(lanes.excluded, 'lane'),
        Margin: margin_percent === null ? 'By the pricing strategy' : `${margin_percent}%`,
      }}
    />
  </Panel>
);

const sumText = (lanes: number, annual: number) =>
  lanes === 0 ? counted(lanes, 'lane') : `${counted(lanes, 'lane')}, ${dollars(annual)} a year`;

/** The lanes of an RFP by result, its fields, its map and its versions. */
export function RfpSummary({ rfp, children }: { readonly rfp: RfpDetail; readonly children: ReactNode }) {
  const { confidence, errors, versions, contract_start: start, contract_end: end } = rfp;
  return (
    <div className="halves">
      <Panel title="Lanes by confidence">
        <Amounts
          rows={confidence.toReversed().map(({ from, to, lanes: number }) => ({
            name: `${from} to ${to}`,
            amount: counted(number, 'lane'),
          }))}
        />
        {errors.length === 0 ? null : (
          <>
            <h3 className="subtitle">Lanes without a price</h3>
            <Amounts
              rows={errors.map(({ code, lanes: number }) => ({
                name: LANE_ERRORS[code],
                amount: counted(number, 'lane'),
              }))}
            />
          </>
        )}
      </Panel>
      <Panel title="Details">
        <Facts
          facts={{
            Customer: <bdi>{rfp.customer || NONE}</bdi>,
            'Customer reference': <bdi>{rfp.customer_reference || NONE}</bdi>,
            Equipment: equipmentName(rfp.equipment_type),
            Contract:
              start === null && end === null
                ? NONE
                : `${start === null ? 'Today' : dayText(start)} to ${end === null ? 'no end' : dayText(end)}`,
            Created: <Time value={rfp.created_at} />,
            'Prices of': rfp.priced_as_of === null ? NONE : <Time value={rfp.priced_as_of} />,
            Version: rfp.version,
            'Pricing strategy': `Version ${rfp.pricing_strategy_version}`,
            'Counted calls': rfp.calls,
          }}
        />
      </Panel>
      {children}
      {versions.length === 0 ? null : (
        <div className="wide">
          <Panel
            title="Versions"
            note="Each repricing makes a version. Compare the lanes of two versions in the table of lanes."
          >
            <Versions rfp={rfp} />
          </Panel>
        </div>
      )}
    </div>
  );
}

const Versions = ({ rfp }: { readonly rfp: RfpDetail }) => (
  <DataTable
    caption="Versions"
    rows={[
      { version: rfp.version, at: rfp.priced_as_of, priced: rfp.lanes.priced, totals: rfp.totals },
      ...rfp.versions.map(({ version, priced_as_of, lanes, totals }) => ({
        version,
        at: priced_as_of,
        priced: lanes.priced,
        totals,
      })),
    ]}
    rowKey={({ version }) => String(version)}
    columns={[
      { title: 'Version', isHeader: true, cell: ({ version }) => version },
      { title: 'Prices of', cell: ({ at }) => (at === null ? NONE : <Time value={at} />) },
      { title: 'Priced', isNumber: true, cell: ({ priced }) => counted(priced, 'lane') },
      { title: 'Weekly spend', isNumber: true, cell: ({ totals }) => dollars(totals.weekly_spend) },
    ]}
  />
);
