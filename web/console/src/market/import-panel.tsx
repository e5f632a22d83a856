import type { MarketUpload } from '../api/client.ts';
import { LOADS } from '../columns/mapped-files.ts';
import { Notice } from '../feedback/notice.tsx';
import { sizeText } from '../files/csv-file.ts';
import files from '../files/files.module.css';
import { today } from '../format/dates.ts';
import type { UploadKind } from '../uploads/upload.ts';
import { UploadPanel } from '../uploads/upload-panel.tsx';
import { MAX_FILE_BYTES, templateFile } from './loads-file.ts';

const UPLOADS: UploadKind<MarketUpload> = {
  changes: 'market',
  columns: LOADS,
  create: async (client, announced, options) => {
    const { id, upload } = await client.market.uploads.create(announced, options);
    return { id, address: upload };
  },
  read: async (client, id, signal) => await client.market.uploads.get(id, { signal }),
};

/** Import of a file of loads. */
export const ImportPanel = () => (
  <UploadPanel
    kind={UPLOADS}
    title="Import loads"
    note="One load in each row: day, origin, destination, equipment and rate."
    choiceNote={`Up to ${sizeText(MAX_FILE_BYTES)}. Loads that are already imported are not counted twice.`}
    maxBytes={MAX_FILE_BYTES}
    template={{ name: 'loads-template.csv', text: () => templateFile(today()) }}
    counts={({ rows }) => [
      ['New loads', rows.imported],
      ['Already imported', rows.duplicates],
    ]}
    notices={(upload) => <LoadNotices upload={upload} />}
  />
);

const LoadNotices = ({ upload: { note, warnings } }: { readonly upload: MarketUpload }) => (
  <>
    {note === null ? null : (
      <Notice tone="yellow" title="Rates do not change yet">
        <p className={files.text}>{note}</p>
      </Notice>
    )}
    {warnings.length === 0 ? null : (
      <Notice tone="yellow" title="Loads that rates do not use">
        {warnings.map((warning) => (
          <p key={warning} className={files.text}>
            {warning}
          </p>
        ))}
      </Notice>
    )}
  </>
);
