import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  readTerminalRecord,
  toListedTerminal,
} from '../../../../shared/terminals/catalogue/terminal-record.ts';
import { unpackTerminals } from '../../../../shared/terminals/snapshots/snapshot-content.ts';
import { terminalRecord } from '../../../contract/terminals/terminals-under-test.ts';

const UNKNOWN = { services: [], principal: false, port: '', hours: '' };

/** A record without the fields that were added later. */
function recordStoredBefore(name: string) {
  const { services, principal, port, hours, ...before } = terminalRecord(name);
  return before;
}

describe('terminals that were stored before services and ports were known', () => {
  it('are records with default values', () => {
    const before = recordStoredBefore('Old Pier');

    expect(readTerminalRecord(before)).toEqual({ ...before, ...UNKNOWN });
    expect(() => readTerminalRecord({ ...before, services: ['cranes'] })).toThrow();
  });

  it('are terminals of a snapshot with default values', () => {
    const { id, status, formerNames, origin, revision, updatedAt, ...facts } = recordStoredBefore('Old Pier');
    const json = JSON.stringify([facts]);
    const packed = {
      content: brotliCompressSync(json),
      sha256: createHash('sha256').update(json).digest('hex'),
    };

    expect(unpackTerminals(packed, 1)).toEqual([{ ...facts, ...UNKNOWN }]);
    expect(toListedTerminal(readTerminalRecord(recordStoredBefore('Old Pier')))).toMatchObject(UNKNOWN);
  });
});
