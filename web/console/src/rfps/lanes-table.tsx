import { Checkbox } from '@mantine/core';
import type { RfpLaneResult } from '../api/client.ts';
import { counted, dollars, signedDollars, toCents } from '../format/numbers.ts';
import { gradeOf } from '../rates/confidence.ts';
import { equipmentName } from '../rates/equipment.ts';
import { MarginPercent } from '../rates/rate-figures.tsx';
import { TextButton } from '../shell/buttons.tsx';
import { type Column, DataTable } from '../shell/data-table.tsx';
import { TextList } from '../shell/feedback.tsx';
import { Tone } from '../shell/page.tsx';

interface LanesTableProps {
  readonly lanes: readonly RfpLaneResult[];
  /** The same lanes in an earlier version, by index; undefined without a comparison. */
  readonly earlier: ReadonlyMap<number, RfpLaneResult> | undefined;
  /** undefined if lanes cannot be selected. */
  readonly selected: ReadonlyMap<number, RfpLaneResult> | undefined;
  onSelect(lane: RfpLaneResult, isSelected: boolean): void;
  /** Opens a lane to change it; undefined if lanes cannot be changed. */
  readonly onEdit: ((lane: RfpLaneResult) => void) | undefined;
}

const originOf = ({ route, origin }: RfpLaneResult) => route?.origin.name ?? origin;
export const nameOf = ({ index, lane_id }: RfpLaneResult) => lane_id || `Lane ${index + 1}`;

export function LanesTable({ lanes, earlier, selected, onSelect, onEdit }: LanesTableProps) {
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
                onChange={(event) => onSelect(lane, event.currentTarget.checked)}
              />
            ),
          },
        ]),
    {
      title: 'Lane',
      isHeader: true,
      cell: (lane) => (
        <>
          <LaneName lane={lane} onEdit={onEdit} /> <LaneState lane={lane} />
          <span className="small phone-only">
            <bdi>{originOf(lane)}</bdi> to <bdi>{lane.route?.destination.name ?? lane.destination}</bdi>
          </span>
        </>
      ),
    },
    {
      title: 'Origin',
      isMinor: true,
      cell: (lane) => <bdi title={lane.origin}>{originOf(lane)}</bdi>,
    },
    {
      title: 'Destination',
      isMinor: true,
      cell: (lane) => <Destination lane={lane} />,
    },
    { title: 'Loads', isNumber: true, isMinor: true, cell: ({ weekly_volume }) => weekly_volume },
    {
      title: 'Price',
      isNumber: true,
      cell: ({ pricing, analysis }) => (
        <>
          {pricing && dollars(pricing.total_rate)}
          {pricing && (
            <span className="small phone-only">
              Margin <MarginPercent value={pricing.margin_percent} />
            </span>
          )}
          {analysis && <span className="small phone-only">Market {dollars(analysis.suggested_rate)}</span>}
        </>
      ),
    },
    { title: 'Margin', isNumber: true, isMinor: true, cell: (lane) => <Margin lane={lane} /> },
    ...(earlier === undefined
      ? []
      : [
          {
            title: 'Earlier price',
            isNumber: true,
            cell: (lane: RfpLaneResult) => <EarlierPrice lane={lane} earlier={earlier.get(lane.index)} />,
          },
        ]),
    {
      title: 'Market rate',
      isNumber: true,
      isMinor: true,
      cell: ({ analysis }) => analysis && dollars(analysis.suggested_rate),
    },
    {
      title: 'Confidence',
      cell: ({ analysis }) =>
        analysis === null ? null : (
          <Tone color={gradeOf(analysis.confidence_score).color}>{analysis.confidence_score}</Tone>
        ),
    },
    {
      title: 'Equipment',
      isMinor: true,
      cell: ({ equipment_type }) => (equipment_type === null ? '' : equipmentName(equipment_type)),
    },
  ];
  return (
    <DataTable
      caption="Lanes"
      rows={lanes}
      rowKey={({ index }) => String(index)}
      isSelected={({ index }) => selected?.has(index) === true}
      columns={columns}
      detail={notesOf}
      isDense
    />
  );
}

function LaneName({ lane, onEdit }: { readonly lane: RfpLaneResult } & Pick<LanesTableProps, 'onEdit'>) {
  const isDecided = lane.outcome !== null;
  return onEdit === undefined || isDecided ? (
    <bdi>{nameOf(lane)}</bdi>
  ) : (
    <TextButton label={`Change ${nameOf(lane)}`} onClick={() => onEdit(lane)}>
      <bdi>{nameOf(lane)}</bdi>
    </TextButton>
  );
}

const LaneState = ({ lane: { excluded, outcome, error } }: { readonly lane: RfpLaneResult }) => (
  <>
    {error === undefined ? null : <Tone color="red">Failed</Tone>}
    {excluded ? <Tone color="gray">Excluded</Tone> : null}
    {outcome === null ? null : (
      <Tone color={outcome === 'won' ? 'green' : 'gray'}>{outcome === 'won' ? 'Won' : 'Lost'}</Tone>
    )}
  </>
);

function Destination({ lane: { destination, route, stops } }: { readonly lane: RfpLaneResult }) {
  const via = route?.stops.map(({ name }) => name) ?? stops;
  return (
    <bdi title={[destination, ...via].join('; ')}>
      {route?.destination.name ?? destination}
      {via.length === 0 ? null : <span className="dimmed"> via {via.join('; ')}</span>}
    </bdi>
  );
}

const Margin = ({ lane: { pricing, price } }: { readonly lane: RfpLaneResult }) =>
  pricing === null ? null : (
    <span title={price?.reason || undefined}>
      <MarginPercent value={pricing.margin_percent} />
      {price === null ? null : <span className="dimmed"> by hand</span>}
    </span>
  );

interface EarlierPriceProps {
  readonly lane: RfpLaneResult;
  readonly earlier: RfpLaneResult | undefined;
}

function EarlierPrice({ lane: { pricing }, earlier }: EarlierPriceProps) {
  const before = earlier?.pricing?.total_rate;
  if (before === undefined) return null;
  return (
    <>
      {dollars(before)}
      {pricing === null ? null : (
        <span className="dimmed"> Change {signedDollars(toCents(pricing.total_rate - before))}</span>
      )}
    </>
  );
}

/** Why a lane has no price, its award and warnings; nothing without them. */
function notesOf({ outcome_reason, simulated, pricing, warnings, error }: RfpLaneResult) {
  const rule = pricing?.pricing_rule;
  const text = [error?.message, outcome_reason, rule && `Rule ${rule.name}`].filter(Boolean).join(' · ');
  return text === '' && !simulated && warnings.length === 0 ? null : (
    <>
      {simulated ? <Tone color="yellow">Simulated</Tone> : null} <bdi>{text}</bdi>
      {warnings.length === 0 ? null : (
        <details>
          <summary>{counted(warnings.length, 'warning')}</summary>
          <TextList texts={warnings} />
        </details>
      )}
    </>
  );
}
