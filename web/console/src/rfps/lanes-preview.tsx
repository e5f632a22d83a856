import type { LaneRow } from '../../../../shared/rfps/files/read-lane-rows.ts';
import { DataTable } from '../shell/data-table.tsx';
import { bodyOf, type ColumnMapping, lanesOf, type Rows } from './column-mapping.ts';
import styles from './rfps.module.css';

const MAX_LANES = 10;

const text = ({ item }: LaneRow, field: string): string => {
  const value = item[field];
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
};

const FIELDS = [
  { title: 'Lane', field: 'lane_id' },
  { title: 'Origin', field: 'origin' },
  { title: 'Destination', field: 'destination' },
  { title: 'Equipment', field: 'equipment_type' },
  { title: 'Loads a week', field: 'weekly_volume' },
  { title: 'Special requirements', field: 'special_requirements', isMinor: true },
];

/** The first lanes, as the service reads them. */
export const LanesPreview = ({ rows, mapping }: { readonly rows: Rows; readonly mapping: ColumnMapping }) => (
  <DataTable
    caption="First lanes"
    rows={lanesOf(mapping, bodyOf(mapping, rows).slice(0, MAX_LANES))}
    rowKey={({ number }) => String(number)}
    columns={FIELDS.map(({ title, field, isMinor = false }) => ({
      title,
      isMinor,
      cell: (lane: LaneRow) => <bdi className={styles.cell}>{text(lane, field)}</bdi>,
    }))}
  />
);
