import { Checkbox, NativeSelect } from '@mantine/core';
import { LANE_COLUMNS, type LaneColumn } from '../../../../shared/rfps/files/lane-columns.ts';
import { DataTable } from '../shell/data-table.tsx';
import { bodyOf, type ColumnMapping, type ColumnUse, columnName, type Rows } from './column-mapping.ts';
import { COLUMN_TEXTS } from './lane-column-texts.ts';
import styles from './rfps.module.css';

interface ColumnFieldsProps {
  readonly rows: Rows;
  readonly mapping: ColumnMapping;
  onChange(mapping: ColumnMapping): void;
}

const CHOICES = [
  { value: '', label: 'Not used' },
  ...(Object.keys(LANE_COLUMNS) as LaneColumn[]).map((value) => ({ value, label: COLUMN_TEXTS[value] })),
];
const MAX_EXAMPLES = 3;

/** The meaning of each column of the input. */
export const ColumnFields = ({ rows, mapping, onChange }: ColumnFieldsProps) => (
  <>
    <Checkbox
      label="The first row has the names of the columns"
      checked={mapping.hasHeader}
      onChange={(event) => onChange({ ...mapping, hasHeader: event.currentTarget.checked })}
      mb="sm"
    />
    <DataTable
      caption="Columns"
      rows={[...mapping.uses.entries()]}
      rowKey={([position]) => String(position)}
      columns={[
        {
          title: 'Column',
          isHeader: true,
          cell: ([position]) => <bdi className={styles.column}>{columnName(mapping, rows, position)}</bdi>,
        },
        {
          title: 'Used for',
          cell: ([position, use]) => (
            <NativeSelect
              aria-label={`Use of the column ${columnName(mapping, rows, position)}`}
              data={CHOICES}
              value={use}
              onChange={(event) => {
                const next = event.currentTarget.value as ColumnUse;
                onChange({ ...mapping, uses: mapping.uses.with(position, next) });
              }}
            />
          ),
        },
        {
          title: 'Values',
          isMinor: true,
          cell: ([position]) => (
            <bdi className={styles.column}>
              {bodyOf(mapping, rows)
                .slice(0, MAX_EXAMPLES)
                .map((row) => row[position] ?? '')
                .filter((value) => value.trim() !== '')
                .join(' · ')}
            </bdi>
          ),
        },
      ]}
    />
  </>
);
