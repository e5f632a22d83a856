import { Checkbox, NativeSelect } from '@mantine/core';
import { IGNORE } from '../../../../shared/sheets/understand-table.ts';
import { DataTable } from '../shell/data-table.tsx';
import type { InputColumn } from './column-mapping.ts';
import { COLUMN_GROUPS } from './column-texts.ts';
import styles from './rfps.module.css';

interface ColumnFieldsProps {
  readonly columns: readonly InputColumn[];
  /** Undefined if the person cannot state it: a file has a header. */
  readonly hasHeader: boolean | undefined;
  onHasHeader(hasHeader: boolean): void;
  onUse(header: string, use: string): void;
}

const CHOICES = [
  { value: '', label: 'Not recognized' },
  { value: IGNORE, label: 'Not needed' },
  ...Object.entries(COLUMN_GROUPS).map(([group, texts]) => ({
    group,
    items: Object.entries(texts).map(([value, label]) => ({ value, label })),
  })),
];

/** The meaning of each column of the input. */
export const ColumnFields = ({ columns, hasHeader, onHasHeader, onUse }: ColumnFieldsProps) => (
  <>
    {hasHeader === undefined ? null : (
      <Checkbox
        label="The first row has the names of the columns"
        checked={hasHeader}
        onChange={(event) => onHasHeader(event.currentTarget.checked)}
        mb="sm"
      />
    )}
    <DataTable
      caption="Columns"
      rows={[...columns.entries()]}
      rowKey={([position]) => String(position)}
      columns={[
        {
          title: 'Column',
          isHeader: true,
          cell: ([, { name }]) => <bdi className={styles.column}>{name}</bdi>,
        },
        {
          title: 'Used for',
          cell: ([, { name, header, use }]) => (
            <NativeSelect
              aria-label={`Use of the column ${name}`}
              data={CHOICES}
              value={use}
              onChange={(event) => onUse(header, event.currentTarget.value)}
            />
          ),
        },
        {
          title: 'Values',
          isMinor: true,
          cell: ([, { examples }]) => <bdi className={styles.column}>{examples.join(' · ')}</bdi>,
        },
      ]}
    />
  </>
);
