import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readKeyCreation } from '../../../shared/accounts/key-operations/read-key-body.ts';
import { LOAD_FILE, readLoadRow } from '../../../shared/market/importing/read-load-row.ts';
import { readSheet } from '../../../shared/sheets/read-sheet.ts';
import { EVENT_NAMES as API_EVENTS } from '../../../shared/webhooks/events/event-names.ts';
import { readWebhookUrl } from '../../../shared/webhooks/receiver-guard/webhook-url.ts';
import { signatureHeaders } from '../../../shared/webhooks/sending/sign-payload.ts';
import { onOwnOrigin } from '../../../web/console/src/files/csv-file.ts';
import { endOfMinute, localTime, utcTime } from '../../../web/console/src/format/dates.ts';
import { endOfDay, nameError } from '../../../web/console/src/settings/key-rules.ts';
import { loadTemplate } from '../../../web/console/src/uploads/template-files.ts';
import { RECEIVERS } from '../../../web/console/src/webhooks/receiver-code.ts';
import { EVENT_NAMES, isEventName, webhookErrors } from '../../../web/console/src/webhooks/webhook-form.ts';
import { eventually } from '../../support/eventually.ts';

describe('the form of a key', () => {
  it('accepts the names that the service accepts', () => {
    const accepted = (name: string) =>
      readKeyCreation({ name, scopes: ['read'] }, new Date('2026-11-23T00:00:00Z')).ok;
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.constantFrom('x'.repeat(100), 'x'.repeat(101), '🚚'.repeat(100), 'a\nb', ' '),
        ),
        (name) => {
          expect(nameError(name) === undefined).toBe(accepted(name.trim()));
        },
      ),
    );
  });

  it('ends an expiry at the end of the day, also on days with a clock change', () => {
    const days = fc.date({
      min: new Date('2026-11-24T00:00:00Z'),
      max: new Date('2036-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10);
        const end = new Date(endOfDay(day) ?? '');
        expect([end.getHours(), end.getMinutes(), end.getDate()]).toEqual([23, 59, Number(day.slice(8))]);
        const body = { name: 'x', scopes: ['read'], expiresAt: end.toISOString() };
        expect(readKeyCreation(body, new Date('2026-11-23T00:00:00Z')).ok).toBe(true);
      }),
    );
    expect([endOfDay(''), endOfDay('soon')]).toEqual([undefined, undefined]);
  });
});

it('events are those of the API', () => {
  expect([...EVENT_NAMES].sort()).toEqual([...API_EVENTS].sort());
  expect([isEventName('quote.created'), isEventName('toString')]).toEqual([true, false]);
});

it('the form rejects no address that the API accepts', () => {
  const addresses = fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string());
  fc.assert(
    fc.property(addresses, (url) => {
      const isAccepted = readWebhookUrl(url, 'public-and-loopback').ok;
      if (isAccepted) expect(webhookErrors({ url: ` ${url} `, events: ['quote.created'] })).toEqual({});
    }),
    { numRuns: 30 },
  );
  for (const url of ['', '  ', 'example.com', 'ftp://example.com', 'https://', 'https:///x', 'javascript:1'])
    expect(webhookErrors({ url, events: [] })).toEqual({
      url: expect.any(String),
      events: 'Choose at least one event.',
    });
});

const anyTime = fc
  .date({ min: new Date(0), max: new Date('9999-12-31T23:59:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

it('a local time is the same time in UTC, to the minute', () => {
  fc.assert(
    fc.property(anyTime, (time) => {
      const local = localTime(time);
      expect(local).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
      // The hour that a clock change repeats has one text for two times.
      const difference = Date.parse(time) - Date.parse(utcTime(local));
      expect(difference % 3_600_000).toBeLessThan(60_000);
      expect(localTime(utcTime(local))).toBe(local);
      const end = endOfMinute(new Date(time)).getTime() - Date.parse(time);
      expect([end > 0, end <= 60_000]).toEqual([true, true]);
    }),
  );
  expect([localTime('soon'), utcTime(''), utcTime('275000-01-01T00:00')]).toEqual(['', '', '']);
});

const CLIENT = new URL('../../../clients/typescript/src/index.ts', import.meta.url).href;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;

const COMMANDS: Readonly<Record<string, readonly [command: string, file: string]>> = {
  TypeScript: [process.execPath, 'receiver.ts'],
  Python: ['python3', 'receiver.py'],
};

let running: { readonly child: ChildProcess; readonly folder: string } | undefined;
afterEach(async () => {
  if (running === undefined) return;
  const { child, folder } = running;
  if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
  rmSync(folder, { recursive: true });
  running = undefined;
});

const installed = RECEIVERS.filter(
  ({ language }) => spawnSync(COMMANDS[language]?.[0] ?? '', ['--version']).status === 0,
);

it.each(installed)(
  'the receiver in $language accepts signed events once and rejects all others',
  async ({ language, code, start }) => {
    const [command = '', file = ''] = COMMANDS[language] ?? [];
    expect(start).toContain(file);
    const folder = mkdtempSync(join(tmpdir(), 'freight-receiver-'));
    writeFileSync(join(folder, file), code.replace("'freight-rates-client'", JSON.stringify(CLIENT)));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', WEBHOOK_SECRET: SECRET };
    const child = spawn(command, [file], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    running = { child, folder };
    let [out, errors] = ['', ''];
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    const port = await eventually(
      async () => /listening on .*?(?:port: |, )(\d+)/s.exec(out)?.[1],
      (found) => found !== undefined || child.exitCode !== null,
    );
    expect([port, errors.includes('Error')]).toEqual([expect.any(String), false]);

    const post = async (id: string, secrets: readonly string[], at = new Date(), sent?: string) => {
      const body = Buffer.from(JSON.stringify({ id, event: 'quote.created', object: { name: 'ü' } }));
      const headers = { ...signatureHeaders({ id, body, secrets, at }) };
      const init = { method: 'POST', headers, body: sent ?? body };
      return (await fetch(`http://127.0.0.1:${port}/`, init)).status;
    };
    expect(await post('evt_1', [SECRET])).toBe(204);
    expect(await post('evt_1', [SECRET])).toBe(204);
    // During the overlap of a rotation, requests have two signatures.
    expect(await post('evt_2', [OTHER, SECRET])).toBe(204);
    expect(await post('evt_3', [OTHER])).toBe(401);
    expect(await post('evt_4', [SECRET], new Date(Date.now() - 600_000))).toBe(401);
    expect(await post('evt_5', [SECRET], new Date(), '{}')).toBe(401);
    await eventually(
      async () => out,
      (text) => text.includes('evt_2'),
    );
    expect(out.match(/quote\.created evt_\d/g)).toEqual(['quote.created evt_1', 'quote.created evt_2']);
  },
);

describe('files of loads', () => {
  it('have a template whose rows the import accepts, also in the form of rejected rows', () => {
    const today = '2026-03-01';
    const [header, ...lines] = loadTemplate(today).trim().split('\r\n');
    for (const text of [
      loadTemplate(today),
      [`line,reason,header,value,${header}`, ...lines.map((line) => `3,is wrong,rate,CA,${line}`)].join('\n'),
    ]) {
      const { rows, style } = readSheet(new TextEncoder().encode(text), LOAD_FILE, {
        bytes: 10_000,
        rows: 10,
      });
      expect(rows.map((row) => readLoadRow(row, { style, today }))).toMatchObject([
        { row: { rate: 650, fuelIncluded: true } },
        { row: { rate: 1180.5, fuelIncluded: false } },
      ]);
    }
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
