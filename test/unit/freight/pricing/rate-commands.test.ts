import { beforeAll, describe, expect, it } from 'vitest';
import { NoLocalServiceError } from '../../../../bin/freight/failures/command-errors.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import { loadCatalogue } from '../../../../shared/terminals/management/load-catalogue.ts';
import { commandLineUnderTest } from '../../../support/command-line-under-test.ts';
import { BUILD_TIMEOUT_MS } from '../../geography/places/places-file-ready.ts';
import { highwaysFileReady } from '../../geography/roads/highways-file-ready.ts';

const LANE = ['rate', 'explain', 'APM Elizabeth Terminal', 'Columbus, OH 43215'] as const;

beforeAll(highwaysFileReady, BUILD_TIMEOUT_MS);

function withoutService() {
  const test = commandLineUnderTest();
  test.connect.mockRejectedValue(new NoLocalServiceError('No local service is running.'));
  return test;
}

async function withService() {
  const test = commandLineUnderTest();
  await loadCatalogue(test.terminals.ports, loadTerminals().slice(0, 40));
  return test;
}

/** The USD in the column of amounts, of the line that begins with a title. */
function amountOf(text: string, title: string): number {
  const found = text.split('\n').find((line) => line.trimStart().startsWith(title));
  return Number(/ \$(\d+\.\d{2})(?: {3}\S|$)/.exec(found ?? '')?.[1]);
}

describe('freight rate explain', () => {
  it('prints each line of the rate, with its formula and source', async () => {
    const { exitCode, printed } = await withoutService().freight(
      ...LANE,
      '--equipment',
      "40' HC",
      '--hazmat',
    );

    expect(exitCode).toBe(0);
    for (const title of [
      'terminal',
      'destination',
      'distance',
      'truck miles',
      'hours',
      'nights',
      'region',
      'diesel',
      'range',
      'confidence',
      'warning',
    ]) {
      expect(printed).toMatch(new RegExp(`^${title} +\\S`, 'm'));
    }
    expect(printed).toContain('APM Elizabeth Terminal, marine, Elizabeth, NJ; 40.66, -74.14889 (facility)');
    expect(printed).toContain('Columbus, OH 43215');
    expect(printed).toContain('container_40hc on ');
    expect(printed).toContain('Hazardous materials $200.00 = 1 x $200.00 per container');
    const own = [
      'driver',
      'truck  ',
      'wear',
      'fuel up to the peg',
      'nights on the road',
      'margin',
      'up to the minimum',
    ];
    const linehaul = own.reduce((sum, title) => sum + amountOf(printed, title), 0);
    expect(linehaul).toBeCloseTo(amountOf(printed, 'linehaul'), 2);
    expect(linehaul + amountOf(printed, 'fuel surcharge')).toBeCloseTo(
      amountOf(printed, 'suggested rate'),
      2,
    );
    expect(printed).toMatch(/^\[1\] ATRI/m);
  });

  it('works without a service on the catalogue, and states it', async () => {
    const { complaints, printed } = await withoutService().freight(...LANE, '--json');

    expect(complaints).toBe('No local service is running. The bundled terminals and diesel prices are used.');
    expect(JSON.parse(printed)).toMatchObject({
      terminals: 'catalogue',
      origin: { terminal: 'APM Elizabeth Terminal', precision: 'facility' },
      destination: { city: 'Columbus', zip: '43215', resolvedBy: 'zip' },
      rate: { analysis: { suggestedRate: expect.any(Number) } },
    });
  });

  it('takes the terminals of the running service, also by their former names', async () => {
    const { json, freight } = await withService();
    await json('terminals', 'rename', 'APM Terminals Pier 400', 'Pier 400 West');

    const value = await json('rate', 'explain', 'APM Terminals Pier 400', '92880');
    expect(value).toMatchObject({ terminals: 'service', origin: { terminal: 'Pier 400 West' } });
    expect(value.rate.analysis.warnings).toContainEqual(expect.stringContaining('was renamed to'));
    expect((await freight('rate', 'explain', 'Pier 400 West', '92880')).printed).toContain('warning      ');
  });

  it('says which environment it received, and fails where that is not there', async () => {
    const { freight, connect } = commandLineUnderTest();
    connect.mockRejectedValue(new Error('ECONNREFUSED'));

    expect((await freight('--environment', 'prod', ...LANE)).exitCode).toBe(1);
    expect(connect.mock.calls[0]?.[0]).toBe('prod');
  });

  it.each([
    [
      ['APM Elisabeth Terminal', '43215'],
      /^There is no terminal "APM Elisabeth Terminal"\. Similar names: "APM Elizabeth Terminal"/,
    ],
    [['APM Elizabeth Terminal', 'Nowhereville'], /^Unknown destination "Nowhereville"\.$/],
    [
      ['APM Elizabeth Terminal', 'Springfield'],
      /^Ambiguous destination "Springfield"\. Use one of: .*Springfield, IL 62701/,
    ],
    [
      ['APM Elizabeth Terminal', 'Honolulu, HI'],
      /^No road connects APM Elizabeth Terminal and Honolulu, HI\.$/,
    ],
    [['APM Elizabeth Terminal', '43215', '--date', '2020-01-01'], /^date must be from \d{4}-/],
  ])('%j is rejected', async (args, message) => {
    const { exitCode, complaints } = await withoutService().freight('rate', 'explain', ...args);

    expect(exitCode).toBe(1);
    expect(complaints.split('\n').at(-1)).toMatch(message);
  });

  it.each([
    [['APM Elizabeth Terminal']],
    [['APM Elizabeth Terminal', '43215', '--equipment', 'dryvan']],
    [['APM Elizabeth Terminal', '43215', '--date', '2026-02-30']],
    [['APM Elizabeth Terminal', '43215', '--hazmat', 'yes']],
  ])('%j is misused', async (args) => {
    expect((await withoutService().freight('rate', 'explain', ...args)).exitCode).toBe(2);
  });
});
