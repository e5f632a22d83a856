import { count } from '../format/numbers.ts';
import { DataTable } from '../shell/data-table.tsx';
import type { TableUpload } from './table-uploads.ts';

/** What an import assumed of rows, by line of the file. */
export const UploadWarnings = ({ warnings }: Pick<TableUpload, 'warnings'>) =>
  warnings.length === 0 ? null : (
    <section aria-label="Warnings">
      <DataTable
        caption="Warnings"
        rows={warnings}
        rowKey={({ line, message }) => `${line} ${message}`}
        columns={[
          { title: 'Line', isHeader: true, cell: ({ line }) => count(line) },
          { title: 'Warning', cell: ({ message }) => <bdi>{message}</bdi> },
        ]}
      />
    </section>
  );
