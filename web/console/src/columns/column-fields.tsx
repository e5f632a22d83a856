import { Checkbox, NativeSelect } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { IGNORE } from '../../../../shared/sheets/table-header.ts';
import { useSession } from '../api/session.tsx';
import { fileFault } from '../files/csv-file.ts';
import { DataTable } from '../shell/data-table.tsx';
import { Notice, TextList } from '../shell/feedback.tsx';
import {
  type ColumnMapping,
  changeUse,
  firstRows,
  type GivenRows,
  headersOf,
  type ReadColumns,
  readColumns,
} from './column-mapping.ts';
import type { MappedFile } from './mapped-files.ts';
import { columnText } from './mapped-files.ts';
import { rememberChoice, rememberedChoice } from './remembered-columns.ts';

interface ColumnFieldsProps {
  readonly kind: MappedFile;
  readonly rows: GivenRows;
  readonly mapping: ColumnMapping;
  readonly read: ReadColumns;
  /** Whether the person states if there is a header: a file has one. */
  readonly asksForHeader?: boolean;
  onChange(mapping: ColumnMapping): void;
}

const choicesOf = (kind: MappedFile) => [
  { value: '', label: 'Not recognized' },
  { value: IGNORE, label: 'Not needed' },
  ...Object.entries(kind.groups).map(([group, meanings]) => ({
    group,
    items: meanings.map((value) => ({ value, label: columnText(kind, value) })),
  })),
];

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
          cell: ([, { name }]) => <bdi className="cell-text">{name}</bdi>,
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
          cell: ([, { examples }]) => <bdi className="cell-text">{examples.join(' · ')}</bdi>,
        },
      ]}
    />
  </>
);

interface FileColumnsProps {
  readonly kind: MappedFile;
  readonly read: readonly { readonly header: string; readonly as: string }[];
  readonly unread: readonly string[];
}

/** How the service read the columns of a file. */
export const FileColumns = ({ kind, read, unread }: FileColumnsProps) => (
  <DataTable
    caption="Columns"
    rows={[...[...read, ...unread.map((header) => ({ header, as: 'Not read' }))].entries()]}
    rowKey={([position]) => String(position)}
    columns={[
      { title: 'Column', isHeader: true, cell: ([, { header }]) => <bdi>{header}</bdi> },
      { title: 'Read as', cell: ([, { as }]) => columnText(kind, as) },
    ]}
  />
);

export const Faults = ({ title, texts }: { title: string; texts: readonly string[] }) =>
  texts.length === 0 ? null : (
    <Notice tone="red" title={title} role="alert">
      <TextList texts={texts} />
    </Notice>
  );

const BY_ITSELF: ColumnMapping = { hasHeader: true, choice: {} };
const UNREADABLE = { fault: 'The file cannot be read. It was changed or removed: choose it again.' };

interface Chosen {
  readonly file?: File;
  readonly fault?: string;
  /** Undefined for a workbook, which only the service reads. */
  readonly rows?: GivenRows;
  readonly isBeingRead?: true;
  readonly mapping: ColumnMapping;
}

/** The file that a person chose, and its columns with the meanings that the organization stated last for their headers. */
export function useFileColumns(kind: MappedFile, maxBytes: number) {
  const { organization } = useSession();
  const [chosen, setChosen] = useState<Chosen>({ mapping: BY_ITSELF });
  const latest = useRef<File>(undefined);
  const { rows, mapping } = chosen;
  const read = useMemo(
    (): ReadColumns | undefined => rows && readColumns(kind, rows, mapping),
    [kind, rows, mapping],
  );
  return {
    ...chosen,
    read,
    async choose(file: File) {
      latest.current = file;
      const fault = fileFault(file, maxBytes);
      if (fault !== undefined) return setChosen({ file, fault, mapping: BY_ITSELF });
      setChosen({ file, isBeingRead: true, mapping: BY_ITSELF });
      const found = await firstRows(file).catch(() => UNREADABLE);
      // Another file was chosen while this one was read.
      if (latest.current !== file) return;
      if (found === 'workbook') return setChosen({ file, mapping: BY_ITSELF });
      if ('fault' in found) return setChosen({ file, fault: found.fault, mapping: BY_ITSELF });
      const choice = rememberedChoice(kind, organization.id, headersOf(kind, found));
      setChosen({ file, rows: found, mapping: { hasHeader: true, choice } });
    },
    change: (next: ColumnMapping) => setChosen({ ...chosen, mapping: next }),
    clear() {
      latest.current = undefined;
      setChosen({ mapping: BY_ITSELF });
    },
    /** Uses the meanings for the next file with the same headers. */
    remember() {
      if (rows !== undefined) rememberChoice(kind, organization.id, headersOf(kind, rows), mapping.choice);
    },
  };
}
