import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createIndexTerminals } from '../../../../functions/index-terminals/index-terminals.ts';
import { logOutput } from '../../../../shared/platform/logging/log-output.ts';
import { terminalKey } from '../../../../shared/terminals/catalogue/dynamodb-terminal-items.ts';
import {
  type TerminalRecord,
  toListedTerminal,
} from '../../../../shared/terminals/catalogue/terminal-record.ts';
import type { WriteOutcome } from '../../../../shared/terminals/indexing/terminal-index-writer.ts';
import { terminalRecord } from '../../../contract/terminals/terminals-under-test.ts';
import { createInMemoryTerminalIndex } from '../../../support/in-memory-terminal-index.ts';

/** Converts a value to the attribute format of streams. */
function attribute(value: unknown): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (Array.isArray(value)) return { L: value.map(attribute) };
  return { M: attributes(Object(value)) };
}
const attributes = (object: object): Record<string, AttributeValue> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, attribute(value)]));

let sequence = 0;
beforeEach(() => {
  sequence = 0;
  vi.spyOn(logOutput, 'error').mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});

function change(
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE',
  record: TerminalRecord,
  own: object = record,
): DynamoDBRecord {
  sequence += 1;
  const Keys = attributes(terminalKey(record.id));
  const image = attributes({ ...terminalKey(record.id), ...own });
  return {
    eventName,
    dynamodb: {
      Keys,
      SequenceNumber: String(sequence),
      ...(eventName === 'REMOVE' ? { OldImage: image } : { NewImage: image }),
    },
  };
}

const maher = terminalRecord('Maher Terminals', {
  aliases: ['Maher'],
  formerNames: [{ name: 'Maher Elizabeth', until: '2026-01-01T00:00:00.000Z' }],
  verified: true,
});
const apm = terminalRecord('APM Terminals');

async function twoGenerations() {
  const index = createInMemoryTerminalIndex();
  const generations = [await index.writer.create(), await index.writer.create()];
  return { index, generations };
}

describe('indexing changes of the terminals table', () => {
  it('writes new, changed and closed terminals to every generation, as the table has them', async () => {
    const { index, generations } = await twoGenerations();
    const closed: TerminalRecord = { ...apm, status: 'closed', revision: 2 };
    const renamed: TerminalRecord = { ...maher, name: 'Maher Port Elizabeth', revision: 2 };

    const answer = await createIndexTerminals(index.writer)({
      Records: [
        change('INSERT', maher),
        change('INSERT', apm),
        change('MODIFY', renamed),
        change('MODIFY', closed),
      ],
    });

    expect(answer).toEqual({ batchItemFailures: [] });
    for (const generation of generations) {
      expect([...index.rows(generation).values()]).toEqual([
        { id: maher.id, version: 2, terminal: toListedTerminal(renamed) },
        { id: apm.id, version: 2, terminal: toListedTerminal(closed) },
      ]);
    }
  });

  it('keeps the version of a deleted terminal, so that an older write does not restore it', async () => {
    const { index, generations } = await twoGenerations();
    const records = [change('INSERT', maher), change('REMOVE', { ...maher, revision: 7 })];

    await createIndexTerminals(index.writer)({ Records: records });
    await createIndexTerminals(index.writer)({ Records: records.slice(0, 1) });

    for (const generation of generations) {
      expect([...index.rows(generation).values()]).toEqual([{ id: maher.id, version: 8 }]);
    }
  });

  it('ignores the other items of the table', async () => {
    const write = vi.fn(async () => ({ written: 0, failed: [] }));
    const keys = [
      { pk: 'name#maher terminals', sk: 'claim' },
      { pk: 'snapshot', sk: 'current' },
      { pk: 'snapshot-chunks', sk: '0000000001#a#0000' },
      { pk: 'reindex', sk: 'run' },
    ];
    const Records = keys.map(
      (key): DynamoDBRecord => ({
        eventName: 'INSERT',
        dynamodb: { Keys: attributes(key), NewImage: attributes(key), SequenceNumber: '1' },
      }),
    );

    expect(await createIndexTerminals({ write })({ Records })).toEqual({ batchItemFailures: [] });
    expect(write).not.toHaveBeenCalled();
  });

  it('reports the first record that failed, after writing all others', async () => {
    const index = createInMemoryTerminalIndex();
    const generation = await index.writer.create();
    const rejected = terminalRecord('Too long');
    const write = async (...[rows]: Parameters<typeof index.writer.write>): Promise<WriteOutcome> => {
      await index.writer.write(rows.filter(({ id }) => id !== rejected.id));
      return {
        written: rows.length - 1,
        failed: [{ id: rejected.id, reason: 'illegal_argument_exception' }],
      };
    };

    const answer = await createIndexTerminals({ write })({
      Records: [change('INSERT', apm), change('INSERT', rejected), change('INSERT', maher)],
    });

    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] });
    expect([...index.rows(generation).keys()].sort()).toEqual([apm.id, maher.id].sort());
  });

  it('reports the first record while the index is unreachable', async () => {
    const write = async () => Promise.reject(new Error('ECONNREFUSED'));

    const answer = await createIndexTerminals({ write })({
      Records: [change('INSERT', apm), change('INSERT', maher)],
    });

    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
  });

  it('reports an invalid record, and writes later records', async () => {
    const { index, generations } = await twoGenerations();

    const answer = await createIndexTerminals(index.writer)({
      Records: [change('MODIFY', apm, { id: apm.id, name: '' }), change('INSERT', maher)],
    });

    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
    for (const generation of generations) expect([...index.rows(generation).keys()]).toEqual([maher.id]);
  });
});
