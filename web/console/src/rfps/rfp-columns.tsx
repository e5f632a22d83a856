import type { RfpDetail } from '../api/client.ts';
import { columnText, LANES } from '../columns/mapped-files.ts';
import { counted } from '../format/numbers.ts';
import { DataTable } from '../shell/data-table.tsx';
import { Panel } from '../shell/panel.tsx';
import styles from './rfps.module.css';

interface RfpColumnsProps {
  readonly columns: NonNullable<RfpDetail['columns']>;
  readonly notes: RfpDetail['notes'];
}

/** How the file of an RFP was read, with its columns folded. */
export function RfpColumns({ columns, notes }: RfpColumnsProps) {
  const rows = [
    ...columns.read.map(({ header, as }) => ({ header, use: columnText(LANES, as) })),
    ...columns.unread.map((header) => ({ header, use: 'Not read' })),
  ];
  const unread = columns.unread.length;
  return (
    <Panel
      title="Columns of the file"
      note={`${counted(columns.read.length, 'column')} read, ${unread === 0 ? 'none' : unread} not read.`}
    >
      {notes.length === 0 ? null : (
        <ul className={styles.list}>
          {notes.map((note) => (
            <li key={note}>
              <bdi>{note}</bdi>
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>Show the columns</summary>
        <DataTable
          caption="Columns of the file"
          rows={[...rows.entries()]}
          rowKey={([position]) => String(position)}
          columns={[
            { title: 'Column', isHeader: true, cell: ([, { header }]) => <bdi>{header}</bdi> },
            { title: 'Read as', cell: ([, { use }]) => use },
          ]}
        />
      </details>
    </Panel>
  );
}
