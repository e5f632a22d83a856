import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KEY_MODES } from '../../../../shared/platform/account/account.ts';
import {
  type RfpMessage,
  readRfpMessage,
  writeRfpMessage,
} from '../../../../shared/rfps/queue/rfp-message.ts';
import { createRfpIds } from '../../../../shared/rfps/record/rfp-id.ts';

const newId = createRfpIds();

const rfp = {
  account: fc.record({ orgId: fc.string({ minLength: 1 }), mode: fc.constantFrom(...KEY_MODES) }),
  rfpId: fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map(newId),
};
const messages: fc.Arbitrary<RfpMessage> = fc.oneof(
  fc.record({ ...rfp, run: fc.integer({ min: 1, max: 1e6 }), chunk: fc.nat(2_000) }),
  fc.record({ ...rfp, results: fc.record({ version: fc.nat(1e5), termsRevision: fc.nat(1e5) }) }),
  fc.record({ ...rfp, erase: fc.constant(true as const) }),
);

describe('a message about an RFP', () => {
  it('is read as it was written, and has the organization as message group', () => {
    fc.assert(
      fc.property(messages, (message) => {
        const { body, group } = writeRfpMessage(message);
        expect(group).toBe(message.account.orgId);
        expect(readRfpMessage(body)).toEqual(message);
      }),
    );
  });

  it('is not read from any other text', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => readRfpMessage(text) === undefined));
    const { body } = writeRfpMessage({
      account: { orgId: 'o', mode: 'live' },
      rfpId: newId(new Date()),
      run: 1,
      chunk: 0,
    });
    for (const change of [
      { run: 0 },
      { chunk: -1 },
      { chunk: 1.5 },
      { mode: 'other' },
      { orgId: '' },
      { rfpId: 'Q-1' },
    ]) {
      expect(readRfpMessage(JSON.stringify({ ...JSON.parse(body), ...change }))).toBeUndefined();
    }
  });
});
