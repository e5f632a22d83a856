import { describe, expect, it } from 'vitest';
import { rfpChangesOf } from '../../../../functions/publish-rfp-changes/rfp-changes.ts';
import { sampleEvent } from '../../../../shared/webhooks/events/sample-event.ts';
import { publishedSchemas } from '../../webhooks/events/schemas.ts';
import { ACCOUNT, CREATED_AT, RFP, recordOf, type StoredHead } from './stored-rfps.ts';

const isRfpObject = publishedSchemas()('rfp-object');

const changed = (before: StoredHead, after: StoredHead) => rfpChangesOf(recordOf({ before, after }));
const namesOf = (changes: ReturnType<typeof rfpChangesOf>) =>
  changes?.events.map(({ event, object }) => [event, object.status]);

describe('a change of an RFP', () => {
  it('is rfp.created for a new RFP, and begins its first run', () => {
    const changes = rfpChangesOf(recordOf({ after: {} }));
    expect(changes).toMatchObject({ account: ACCOUNT, begun: { rfp: { run: 1 } }, deleted: undefined });
    expect(changes?.events).toEqual([
      {
        orgId: 'org_1',
        id: expect.stringMatching(/^evt_/),
        event: 'rfp.created',
        created: CREATED_AT.toISOString(),
        livemode: true,
        object: {
          rfpNumber: RFP.rfpId,
          status: 'pricing',
          title: RFP.name,
          customer: 'Acme',
          customerReference: '',
          equipmentType: 'container_40',
          contractStart: null,
          contractEnd: null,
          version: 1,
          pricedAsOf: CREATED_AT.toISOString(),
          error: null,
          lanes: { total: 120, priced: 0, failed: 0, excluded: 0 },
          weeklySpend: 0,
          annualSpend: 0,
          currency: 'USD',
        },
      },
    ]);
  });

  it('has an object with the published schema, and the fields of the sample', () => {
    const records = [
      recordOf({ after: {} }),
      recordOf({ before: { remaining: 1 }, after: { remaining: 0 } }),
    ];
    const awaiting = { state: 'awaiting_upload', run: 0, lanes: 0, remaining: 0 } as const;
    const failure = { code: 'USAGE_LIMIT_EXCEEDED', message: 'The limit is reached.' } as const;
    const uploads = [
      recordOf({ after: awaiting }),
      recordOf({ before: awaiting, after: { ...awaiting, state: 'failed', failure, writtenBy: 'w2' } }),
    ];
    for (const record of [...records, ...uploads, recordOf({ before: {} })]) {
      const [event] = rfpChangesOf(record)?.events ?? [];
      expect(isRfpObject(event?.object)).toBe(true);
      expect(Object.keys(event?.object ?? {})).toEqual(
        Object.keys(sampleEvent('rfp.updated', CREATED_AT).object),
      );
    }
  });

  it('is a test event for a test key', () => {
    const test = { orgId: 'org_1', mode: 'test' as const };
    expect(rfpChangesOf(recordOf({ after: {} }, test))?.events).toMatchObject([{ livemode: false }]);
  });

  it('causes nothing if a result leaves chunks without one', () => {
    expect(changed({ remaining: 3 }, { remaining: 2 })).toMatchObject({ events: [], begun: undefined });
  });

  it('requests the chunks of a run or the file again if its organization is resumed, without an event', () => {
    const [resumedAt, again] = ['2026-10-08T00:00:00.000Z', '2026-10-09T00:00:00.000Z'];
    const [pricing, priced] = [{ remaining: 2 }, { remaining: 0 }];
    for (const before of [pricing, { ...pricing, resumedAt: again }]) {
      const changes = changed(before, { ...pricing, resumedAt });
      expect(changes).toMatchObject({ events: [], begun: { rfp: { run: 1, remaining: 2 } } });
    }
    const awaiting = { state: 'awaiting_upload', run: 0, lanes: 0, remaining: 0, fileBytes: 7 } as const;
    expect(changed(awaiting, { ...awaiting, resumedAt })).toMatchObject({
      ...{ events: [], begun: undefined, resumedFile: { rfpId: RFP.rfpId, fileBytes: 7 } },
    });
    // Neither a later change of the head nor a resumption after the last chunk.
    for (const [before, after] of [
      [pricing, { remaining: 1 }],
      [pricing, priced],
    ] as const) {
      const changes = changed({ ...before, resumedAt }, { ...after, resumedAt });
      expect([changes?.begun, changes?.resumedFile]).toEqual([undefined, undefined]);
    }
    expect(changed(priced, { ...priced, resumedAt })?.begun).toBeUndefined();
    expect(changed({ ...awaiting, fileBytes: 0 }, awaiting)?.resumedFile).toBeUndefined();
  });

  it('is rfp.updated with the sums when the last chunk has a result', () => {
    const counters = { ...RFP.counters, priced: 118, failed: 2, weeklyCents: 1_234_567 };
    const changes = changed({ remaining: 1 }, { remaining: 0, counters });
    expect(changes?.begun).toBeUndefined();
    expect(changes?.events).toMatchObject([
      {
        event: 'rfp.updated',
        created: RFP.updatedAt,
        object: {
          status: 'priced',
          lanes: { priced: 118, failed: 2 },
          weeklySpend: 12_345.67,
          annualSpend: 641_974.84,
        },
      },
    ]);
  });

  it('begins a run if an RFP is repriced, if terms change, and if its file was read; and each is rfp.updated', () => {
    const priced = { remaining: 0 };
    const run = { run: 2, remaining: 3, writtenBy: 'w2' };
    for (const [before, after] of [
      [priced, { ...run, version: 2 }],
      [priced, { ...run, termsRevision: 1 }],
      [
        { state: 'awaiting_upload', lanes: 0, run: 0, remaining: 0 },
        { remaining: 3, run: 1, writtenBy: 'w2' },
      ],
    ] as const) {
      const changes = changed(before, after);
      expect(changes?.begun?.rfp).toMatchObject({ run: after.run, remaining: 3 });
      expect(namesOf(changes)).toEqual([['rfp.updated', 'pricing']]);
    }
  });

  it('is rfp.updated without a run if an RFP is renamed, awarded, awarded again, or closed', () => {
    const priced = { remaining: 0 };
    for (const [before, after, status] of [
      [{}, { name: 'Other' }, 'pricing'],
      [priced, { ...priced, state: 'awarded' }, 'awarded'],
      [
        { ...priced, state: 'awarded', termsRevision: 1 },
        { ...priced, state: 'awarded', termsRevision: 2 },
        'awarded',
      ],
      [priced, { ...priced, state: 'closed' }, 'closed'],
    ] as const) {
      const changes = changed(before, { ...after, writtenBy: 'w2' });
      expect(changes?.begun).toBeUndefined();
      expect(namesOf(changes)).toEqual([['rfp.updated', status]]);
    }
  });

  it('is rfp.deleted with the last state, and erases the items', () => {
    const changes = rfpChangesOf(recordOf({ before: { remaining: 0 } }));
    expect(changes).toMatchObject({ deleted: RFP.rfpId, begun: undefined });
    expect(changes?.events).toMatchObject([
      { event: 'rfp.deleted', created: '2026-10-08T09:00:00.000Z', object: { status: 'deleted' } },
    ]);
  });

  it('has events with the same ids if its record is read again, and with others for each other change', () => {
    const records = [
      recordOf({ after: {} }),
      recordOf({ before: { remaining: 1 }, after: { remaining: 0 } }),
      recordOf({ before: { remaining: 0 }, after: { remaining: 3, run: 2, writtenBy: 'w2' } }),
      recordOf({ before: { remaining: 1, run: 2 }, after: { remaining: 0, run: 2 } }),
      recordOf({ before: { remaining: 0 }, after: { remaining: 0, name: 'A', writtenBy: 'w3' } }),
      recordOf({ before: { remaining: 0, name: 'A' }, after: { remaining: 0, writtenBy: 'w4' } }),
      recordOf({ before: {} }),
      recordOf({ after: {} }, { orgId: 'org_2', mode: 'live' }),
      recordOf({ after: {} }, { orgId: 'org_1', mode: 'test' }),
    ];
    const ids = () => records.flatMap((record) => rfpChangesOf(record)?.events.map(({ id }) => id));
    expect(ids()).toEqual(ids());
    expect(new Set(ids()).size).toBe(records.length);
  });

  it('requests a file of results once, without an event or a run', () => {
    const priced = { remaining: 0, termsRevision: 3 };
    const requested = (at: string) => ({ ...priced, resultsRequest: { version: 1, termsRevision: 3, at } });
    const first = requested('2026-10-07T17:10:00.000Z');
    const results = { version: 1, termsRevision: 3 };
    const file = { events: [], begun: undefined, requested: { rfpId: RFP.rfpId, results } };
    expect(changed(priced, first)).toMatchObject(file);
    expect(changed(first, requested('2026-10-07T17:20:00.000Z'))).toMatchObject(file);
    expect(changed(first, { ...first, name: 'Other', writtenBy: 'w2' })?.requested).toBeUndefined();
  });

  it('causes nothing if an import wrote the RFP; its later changes do', () => {
    expect(rfpChangesOf(recordOf({ after: { imported: true } }))).toBeUndefined();
    const later = changed(
      { imported: true, remaining: 0 },
      { imported: true, remaining: 0, writtenBy: 'w2' },
    );
    expect(namesOf(later)).toEqual([['rfp.updated', 'priced']]);
  });

  it('is not read from other items, nor from a damaged head', () => {
    const other = recordOf({ after: {} });
    Object(other.dynamodb?.Keys).sk = { S: 'input#00000' };
    expect(rfpChangesOf(other)).toBeUndefined();
    const damaged = recordOf({ after: {} });
    delete Object(damaged.dynamodb?.NewImage).run;
    expect(() => rfpChangesOf(damaged)).toThrow('run');
  });
});
