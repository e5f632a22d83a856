import { describe, expect, it } from 'vitest';
import { evaluateRights, type RightRecorded } from '../../support/evaluate-rights.ts';

const functionName = 'freight-local-api-readorderFunction1A2B';
const table = 'arn:aws:dynamodb:us-east-1:000000000000:table/orders';
const read = { functionName, action: 'dynamodb:GetItem', resource: table };
const nothingWrong = { denied: [], unused: [], baseless: [] };

describe('the judgement over rights', () => {
  it('is quiet where a function does what it may, and may what it does', () => {
    expect(evaluateRights([read], [{ ...read, leadingKey: 'ORG#' }], [])).toEqual(nothingWrong);
  });

  it.each<[string, Partial<RightRecorded>]>([
    ['does something else', { action: 'dynamodb:PutItem' }],
    ['does it elsewhere', { resource: `${table}/index/by-day` }],
    ['is another function', { functionName: 'freight-local-api-listordersFunction1A2B' }],
  ])('names what is denied where one %s', (_, changed) => {
    const { denied } = evaluateRights([read], [read, { ...read, ...changed }], []);
    expect(denied).toEqual([Object.values({ ...read, ...changed }).join(' ')]);
  });

  it('names what is denied by the keys that a right is limited to', () => {
    const limited = { ...read, leadingKeys: ['ORG#*'] };
    const { denied, unused } = evaluateRights(
      [limited],
      [
        { ...read, leadingKey: 'ORG#' },
        { ...read, leadingKey: 'KEY#' },
        { ...read, resource: table },
      ],
      [],
    );
    expect(denied).toEqual([`${Object.values(read).join(' ')} KEY#`, Object.values(read).join(' ')]);
    expect(unused).toEqual([]);
  });

  it('names what is allowed and never used, unless a reason is named for it', () => {
    const reason = 'Only when the receiver is slow.';
    expect(evaluateRights([read], [], []).unused).toEqual([Object.values(read).join(' ')]);
    expect(evaluateRights([read], [], [{ function: 'read-order', action: /GetItem$/, reason }])).toEqual(
      nothingWrong,
    );
    expect(evaluateRights([read], [], [{ function: 'list-orders', action: /GetItem$/, reason }])).toEqual({
      denied: [],
      unused: [Object.values(read).join(' ')],
      baseless: [reason],
    });
  });

  it('takes a right on a pattern for all that begins so, and for nothing else', () => {
    const pattern = { ...read, resource: `${table}-*` };
    const used = { ...read, resource: `${table}-2/count` };
    expect(evaluateRights([pattern], [used], [])).toEqual(nothingWrong);
    expect(evaluateRights([pattern], [used, read], []).denied).toEqual([Object.values(read).join(' ')]);
    expect(evaluateRights([pattern], [read], []).unused).toEqual([Object.values(pattern).join(' ')]);
  });

  it('names a reason whose right is gone', () => {
    const reason = 'Lambda reads the queue.';
    expect(evaluateRights([read], [read], [{ action: /^sqs:ReceiveMessage$/, reason }]).baseless).toEqual([
      reason,
    ]);
  });
});
