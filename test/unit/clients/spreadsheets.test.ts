import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import vm from 'node:vm';
import { describe, expect, it } from '@jest/globals';

type Cell = string | number;
type Answer = { readonly status: number; readonly body: string };
type Send = (url: string, key: string, lanes: readonly unknown[]) => Answer;

const source = (name: string) =>
  readFileSync(new URL(`../../../clients/spreadsheets/${name}`, import.meta.url), 'utf8');

/** The lanes of a sheet; the scripts write to E to H. */
const ROWS: Cell[][] = [
  ['APM Elizabeth Terminal', 'Chicago', 'IL', 'container_40hc'],
  ['', '', '', ''],
  ...Array.from({ length: 10 }, (_, index) => [`Terminal ${index}`, 'Chicago', 'IL', '']),
];

async function runInExcel(send: Send): Promise<unknown> {
  let written: unknown;
  const settings: Record<string, string> = { B1: 'frk_test_1', B2: 'https://api.example.com/' };
  const sheets: Record<string, unknown> = {
    Freight: { getRange: (cell: string) => ({ getValue: () => settings[cell] }) },
    Lanes: {
      getUsedRange: () => ({ getRowIndex: () => 0, getRowCount: () => ROWS.length + 1 }),
      getRange: (address: string) => ({
        getValues: () => ROWS,
        setValues: (values: unknown) => {
          if (address !== 'E1:H1') written = values;
        },
      }),
    },
  };
  const fetch = async (url: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
    const answer = send(url, headers['x-api-key'] ?? '', JSON.parse(body));
    return { ok: answer.status === 200, status: answer.status, text: async () => answer.body };
  };
  const workbook = { getWorksheet: (name: string) => sheets[name] };
  const script = stripTypeScriptTypes(source('office-script.ts'));
  await vm.runInNewContext(`${script};main(workbook)`, { fetch, workbook });
  return JSON.parse(JSON.stringify(written));
}

async function runInGoogle(send: Send): Promise<unknown> {
  let written: unknown;
  const properties: Record<string, string> = {};
  const texts = ['frk_test_1', 'https://api.example.com/'];
  const sheet = {
    getLastRow: () => ROWS.length + 1,
    getRange: (row: number) => ({
      getValues: () => ROWS,
      setValues: (values: unknown) => {
        if (row === 2) written = values;
      },
    }),
  };
  const context = {
    SpreadsheetApp: {
      getUi: () => ({ prompt: () => ({ getResponseText: () => texts.shift() }) }),
      getActive: () => ({ getSheetByName: () => sheet }),
    },
    PropertiesService: {
      getUserProperties: () => ({
        setProperties: (given: object) => Object.assign(properties, given),
        getProperties: () => properties,
      }),
    },
    UrlFetchApp: {
      fetch: (url: string, options: { headers: Record<string, string>; payload: string }) => {
        const answer = send(url, options.headers['x-api-key'] ?? '', JSON.parse(options.payload));
        return { getResponseCode: () => answer.status, getContentText: () => answer.body };
      },
    },
  };
  vm.runInNewContext(`${source('apps-script.js')};setKey();priceLanes()`, context);
  return JSON.parse(JSON.stringify(written));
}

const analysis = {
  suggestedRate: 2850.5,
  distance: 790.1,
  confidenceScore: 70,
  warnings: ['Check.', 'Again.'],
};
const EMPTY = ['', '', '', ''];

describe.each([
  ['office-script.ts', runInExcel],
  ['apps-script.js', runInGoogle],
])('%s', (name, run) => {
  it('has at most 100 lines', () => {
    expect(source(name).split('\n').length).toBeLessThanOrEqual(100);
  });

  it('prices lanes ten at a time, and leaves empty rows empty', async () => {
    const calls: unknown[][] = [];
    const written = await run((url, key, lanes) => {
      calls.push([url, key, lanes.length, lanes[0]]);
      return { status: 200, body: JSON.stringify({ data: lanes.map(() => ({ analysis })) }) };
    });
    const first = {
      originTerminal: 'APM Elizabeth Terminal',
      destinationCity: 'Chicago',
      destinationState: 'IL',
      equipment: 'container_40hc',
    };
    const last = { originTerminal: 'Terminal 9', destinationCity: 'Chicago', destinationState: 'IL' };
    const url = 'https://api.example.com/api/v1/rates';
    expect(calls).toEqual([
      [url, 'frk_test_1', 10, first],
      [url, 'frk_test_1', 1, last],
    ]);
    const priced = [2850.5, 790.1, 70, 'Check. Again.'];
    expect(written).toEqual([priced, EMPTY, ...Array.from({ length: 10 }, () => priced)]);
  });

  it('says at the lane what is wrong, and that the others of its call are not priced', async () => {
    const body = JSON.stringify({
      error: { code: 400, message: 'Invalid terminal: X' },
      errors: [{ index: 1, errors: ['unknown', 'again'] }],
    });
    const written = (await run((_, __, lanes) =>
      lanes.length === 10 ? { status: 400, body } : { status: 502, body: '<html>' },
    )) as unknown[][];
    expect([written[0], written[2], written.at(-1)]).toEqual([
      ['', '', '', 'Not priced: Invalid terminal: X'],
      ['', '', '', 'unknown; again'],
      ['', '', '', 'Not priced: The address answers 502 without JSON.'],
    ]);
  });
});
