import { tableUploadSchemas } from '../../market/upload-operations/table-upload-document.ts';
import type { TableUploads } from '../../market/upload-operations/table-uploads.ts';
import { NO_ROWS_WRITTEN, type RowsWritten, rowsWritten } from '../../market/uploads/table-upload-state.ts';
import { QUOTES_FOLDER } from '../../market/uploads/upload-object-names.ts';
import { QUOTE_FILE } from './quote-columns.ts';

export const QUOTE_UPLOADS: TableUploads<RowsWritten, object> = {
  folder: QUOTES_FOLDER,
  notFoundCode: 'QUOTE_UPLOAD_NOT_FOUND',
  file: QUOTE_FILE,
  written: { schema: rowsWritten, none: NO_ROWS_WRITTEN },
  more: () => ({}),
};

export const QUOTE_UPLOAD_SCHEMAS = tableUploadSchemas({});
