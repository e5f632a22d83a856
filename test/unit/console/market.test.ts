import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadRowReader } from '../../../shared/market/importing/read-load-row.ts';
import { MAX_API_UPLOAD_BYTES } from '../../../shared/market/uploads/upload-key.ts';
import { CsvReader } from '../../../shared/platform/csv/csv-rows.ts';
import { fileFault } from '../../../web/console/src/files/csv-file.ts';
import { onOwnOrigin } from '../../../web/console/src/files/own-origin.ts';
import { MAX_FILE_BYTES, templateFile } from '../../../web/console/src/market/loads-file.ts';
import { sharingText } from '../../../web/console/src/market/sharing-text.ts';

describe('files of loads', () => {
  it('have the limit of the API', () => {
    expect(MAX_FILE_BYTES).toBe(MAX_API_UPLOAD_BYTES);
    expect(fileFault({ name: 'a.CSV', size: MAX_FILE_BYTES }, MAX_FILE_BYTES)).toBeUndefined();
    expect(fileFault({ name: 'a.csv', size: MAX_FILE_BYTES + 1 }, MAX_FILE_BYTES)).toContain('250 MB');
    expect(fileFault({ name: 'a.csv', size: 0 }, MAX_FILE_BYTES)).toBe('The file is empty.');
    expect(fileFault({ name: 'a.csv.zip', size: 10 }, MAX_FILE_BYTES)).toContain('not a CSV file');
  });

  it('have a template whose rows the import accepts', () => {
    const today = '2026-03-01';
    const [header, ...rows] = [...new CsvReader().read(templateFile(today))];
    const reader = loadRowReader(header?.cells ?? [], today);
    if ('fault' in reader) throw new Error(reader.fault);
    expect(rows).toHaveLength(2);
    for (const { cells } of rows) expect(reader.read(cells)).toHaveProperty('row');
  });
});

it('an address keeps its path and query on the origin of the console, byte for byte', () => {
  const segment = fc.stringMatching(/^[\w.~%=&-]{0,30}$/).filter((text) => !/^(\.|%2e){1,2}$/i.test(text));
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1 }), segment, (path, query) => {
      const address = `/organizations/${path.join('/')}${query === '' ? '' : `?${query}`}`;
      expect(onOwnOrigin(`https://uploads.s3.us-east-1.amazonaws.com${address}`)).toBe(address);
    }),
  );
});

it('sharing is never promised for test keys', () => {
  expect(sharingText({ mode: 'test', shared: false })).toContain('never shared');
  expect(sharingText({ mode: 'live', shared: true })).toContain('all organizations');
  expect(sharingText({ mode: 'live', shared: false })).toContain('Only your own rates');
});
