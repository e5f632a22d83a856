import type { LaneRow } from '../../../../shared/rfps/files/read-lane-rows.ts';
import { cellFaultText } from '../../../../shared/sheets/read-sheet.ts';
import { DataTable } from '../shell/data-table.tsx';

const MAX_LANES = 10;

const isWithQuantity = (part: unknown): part is { readonly name: string; readonly quantity: number } =>
  typeof part === 'object' && part !== null;

const text = ({ item }: LaneRow, field: string): string => {
  const value = item[field];
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value ?? ''];
  return parts
    .map((part) => (isWithQuantity(part) ? `${part.name}: ${part.quantity}` : String(part)))
    .join(', ');
};

const FIELDS = [
  { title: 'Lane', field: 'lane_id' },
  { title: 'Origin', field: 'origin' },
  { title: 'Destination', field: 'destination' },
  { title: 'Equipment', field: 'equipment_type' },
  { title: 'Loads a week', field: 'weekly_volume' },
  { title: 'Accessorials', field: 'special_requirements', isMinor: true },
  { title: 'Stops', field: 'stops', isMinor: true },
  { title: 'Weight, lb', field: 'weight_lbs', isMinor: true },
];

const notesOf = ({ faults, warnings }: LaneRow): readonly string[] => [
  ...faults.map((fault) => `${cellFaultText(fault)}.`),
  ...warnings.map(({ message }) => message),
];

/** The first lanes, as the service reads them. */
export function LanesPreview({ lanes }: { readonly lanes: readonly LaneRow[] }) {
  const shown = lanes.slice(0, MAX_LANES);
  const notes = {
    title: 'Not read',
    cell: (lane: LaneRow) => <bdi className="cell-text">{notesOf(lane).join(' ')}</bdi>,
  };
  return (
    <DataTable
      caption="First lanes"
      rows={shown}
      rowKey={({ number }) => String(number)}
      columns={[
        ...FIELDS.map(({ title, field, isMinor = false }) => ({
          title,
          isMinor,
          cell: (lane: LaneRow) => <bdi className="cell-text">{text(lane, field)}</bdi>,
        })),
        ...(shown.some((lane) => notesOf(lane).length > 0) ? [notes] : []),
      ]}
    />
  );
}
