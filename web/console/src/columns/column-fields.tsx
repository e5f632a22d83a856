import { Checkbox, NativeSelect } from '@mantine/core';
import { IGNORE } from '../../../../shared/sheets/understand-table.ts';
import { Notice } from '../feedback/notice.tsx';
import { DataTable } from '../shell/data-table.tsx';
import { type ColumnMapping, changeUse, type GivenRows, type ReadColumns } from './column-mapping.ts';
import styles from './columns.module.css';
import type { MappedFile } from './mapped-files.ts';

interface ColumnFieldsProps {
  readonly kind: MappedFile;
  readonly rows: GivenRows;
  readonly mapping: ColumnMapping;
  readonly read: ReadColumns;
  /** Whether the person states if there is a header: a file has one. */
  readonly asksForHeader?: boolean;
  onChange(mapping: ColumnMapping): void;
}

const choicesOf = ({ groups }: MappedFile) => [
  { value: '', label: 'Not recognized' },
  { value: IGNORE, label: 'Not needed' },
  ...Object.entries(groups).map(([group, texts]) => ({
    group,
    items: Object.entries(texts).map(([value, label = value]) => ({ value, label })),
  })),
];

/** The meaning of each column of the input, and why the columns are not understood, if so. */
export const ColumnFields = ({
  kind,
  rows,
  mapping,
  read: { columns, faults },
  asksForHeader = false,
  onChange,
}: ColumnFieldsProps) => (
  <>
    <Faults title="The columns are not understood yet" texts={faults} />
    {asksForHeader ? (
      <Checkbox
        label="The first row has the names of the columns"
        checked={mapping.hasHeader}
        onChange={(event) => onChange({ hasHeader: event.currentTarget.checked, choice: {} })}
        mb="sm"
      />
    ) : null}
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
              data={choicesOf(kind)}
              value={use}
              onChange={(event) =>
                onChange(changeUse(kind, rows, mapping, header, event.currentTarget.value))
              }
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

interface FaultsProps {
  readonly title: string;
  readonly texts: readonly string[];
}

/** What prevents an input from being used, if anything does. */
export const Faults = ({ title, texts }: FaultsProps) =>
  texts.length === 0 ? null : (
    <Notice tone="red" title={title} role="alert">
      <ul className={styles.list}>
        {texts.map((text) => (
          <li key={text}>
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
    </Notice>
  );
