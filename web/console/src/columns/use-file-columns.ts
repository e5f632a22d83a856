import { useMemo, useRef, useState } from 'react';
import { useSession } from '../api/session.tsx';
import { fileFault } from '../files/csv-file.ts';
import {
  type ColumnMapping,
  firstRows,
  type GivenRows,
  headersOf,
  type ReadColumns,
  readColumns,
} from './column-mapping.ts';
import type { MappedFile } from './mapped-files.ts';
import { rememberChoice, rememberedChoice } from './remembered-columns.ts';

const BY_ITSELF: ColumnMapping = { hasHeader: true, choice: {} };
const UNREADABLE = { fault: 'The file cannot be read. It was changed or removed: choose it again.' };

interface Chosen {
  readonly file?: File;
  /** Why the file cannot be sent, as a sentence. */
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
