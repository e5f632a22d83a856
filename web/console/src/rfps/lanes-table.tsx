import { Checkbox } from '@mantine/core';
import type { RfpLaneResult } from '../api/client.ts';
import { dollars, signedDollars, toCents } from '../format/money.ts';
import { counted } from '../format/numbers.ts';
import { ConfidenceBadge } from '../rates/confidence-badge.tsx';
import { equipmentName } from '../rates/equipment.ts';
import { type Column, DataTable } from '../shell/data-table.tsx';
import { Tone } from '../shell/tone.tsx';
import styles from './rfps.module.css';

interface LanesTableProps {
  readonly lanes: readonly RfpLaneResult[];
  /** The same lanes in an earlier version, by index; undefined without a comparison. */
  readonly earlier: ReadonlyMap<number, RfpLaneResult> | undefined;
  /** undefined if lanes cannot be selected. */
  readonly selected: ReadonlySet<number> | undefined;
  onSelect(index: number, isSelected: boolean): void;
}

const nameOf = ({ index, lane_id }: RfpLaneResult) => lane_id || `Lane ${index + 1}`;

/** Lanes with their results. */
export function LanesTable({ lanes, earlier, selected, onSelect }: LanesTableProps) {
  const columns: Column<RfpLaneResult>[] = [
    ...(selected === undefined
      ? []
      : [
          {
            title: 'Select',
            cell: (lane: RfpLaneResult) => (
              <Checkbox
                aria-label={`Select ${nameOf(lane)}`}
                checked={selected.has(lane.index)}
                onChange={(event) => onSelect(lane.index, event.currentTarget.checked)}
              />
            ),
          },
        ]),
    { title: 'Lane', isHeader: true, cell: (lane) => <LaneName lane={lane} /> },
    { title: 'Price', isNumber: true, cell: (lane) => <Price lane={lane} /> },
    ...(earlier === undefined
      ? []
      : [
          {
            title: 'Earlier price',
            isNumber: true,
            cell: (lane: RfpLaneResult) => <EarlierPrice lane={lane} earlier={earlier.get(lane.index)} />,
          },
        ]),
    { title: 'Market rate', isNumber: true, cell: (lane) => <MarketRate lane={lane} /> },
    {
      title: 'Confidence',
      cell: ({ analysis }) =>
        analysis === null ? null : <ConfidenceBadge score={analysis.confidence_score} />,
    },
    { title: 'Notes', cell: (lane) => <Notes lane={lane} /> },
  ];
  return (
    <DataTable
      caption="Lanes"
      rows={lanes}
      rowKey={({ index }) => String(index)}
      isSelected={({ index }) => selected?.has(index) === true}
      columns={columns}
    />
  );
}

function LaneName({ lane }: { readonly lane: RfpLaneResult }) {
  const { origin, destination, route, equipment_type, weekly_volume } = lane;
  return (
    <span className={styles.lane}>
      <bdi>{nameOf(lane)}</bdi>
      <span className={styles.soft}>
        <bdi>{route?.origin.name ?? origin}</bdi> to <bdi>{route?.destination.name ?? destination}</bdi>
      </span>
      <span className={styles.soft}>
        {[
          equipment_type === null ? '' : equipmentName(equipment_type),
          weekly_volume === null ? '' : `${weekly_volume} a week`,
        ]
          .filter((part) => part !== '')
          .join(' · ')}
      </span>
    </span>
  );
}

const Price = ({ lane: { pricing, weekly_volume } }: { readonly lane: RfpLaneResult }) =>
  pricing === null ? null : (
    <span className={styles.amounts}>
      {dollars(pricing.total_rate)}
      {weekly_volume === null ? null : (
        <span className={styles.soft}>{dollars(pricing.weekly_spend)} a week</span>
      )}
    </span>
  );

interface EarlierPriceProps {
  readonly lane: RfpLaneResult;
  /** The same lane in an earlier version. */
  readonly earlier: RfpLaneResult | undefined;
}

function EarlierPrice({ lane: { pricing }, earlier }: EarlierPriceProps) {
  const before = earlier?.pricing?.total_rate;
  if (before === undefined) return null;
  return (
    <span className={styles.amounts}>
      {dollars(before)}
      {pricing === null ? null : (
        <span className={styles.soft}>Change {signedDollars(toCents(pricing.total_rate - before))}</span>
      )}
    </span>
  );
}

const MarketRate = ({ lane: { analysis } }: { readonly lane: RfpLaneResult }) =>
  analysis === null ? null : (
    <span className={styles.amounts}>
      {dollars(analysis.suggested_rate)}
      <span className={styles.soft}>
        {dollars(analysis.rate_range.min)} to {dollars(analysis.rate_range.max)}
      </span>
    </span>
  );

function Notes({ lane }: { readonly lane: RfpLaneResult }) {
  const { excluded, outcome, outcome_reason, price, warnings, error } = lane;
  return (
    <span className={styles.notes}>
      {error === undefined ? null : (
        <>
          <Tone color="red">Failed</Tone>
          <bdi>{error.message}</bdi>
        </>
      )}
      {excluded ? <Tone color="gray">Excluded</Tone> : null}
      {outcome === null ? null : (
        <Tone color={outcome === 'won' ? 'green' : 'gray'}>{outcome === 'won' ? 'Won' : 'Lost'}</Tone>
      )}
      {outcome_reason === '' ? null : <bdi>{outcome_reason}</bdi>}
      {price === null ? null : <span>Price set by hand</span>}
      {warnings.length === 0 ? null : (
        <details>
          <summary>{counted(warnings.length, 'warning')}</summary>
          <ul className={styles.list}>
            {warnings.map((warning) => (
              <li key={warning}>
                <bdi>{warning}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
    </span>
  );
}
