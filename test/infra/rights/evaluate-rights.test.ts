import { describe, expect, it } from '@jest/globals';
import { evaluateRights } from '../../support/evaluate-rights.ts';

const functionName = 'freight-local-api-readorderFunction1A2B';
const table = 'arn:aws:dynamodb:us-east-1:000000000000:table/orders';
const read = { functionName, action: 'dynamodb:GetItem', resource: table };
const text = Object.values(read).join(' ');
const nothingWrong = { denied: [], unused: [], baseless: [] };

describe('granted rights, compared with recorded calls', () => {
  it.each([
    ['another action', { action: 'dynamodb:PutItem' }],
    ['another resource', { resource: `${table}/index/by-day` }],
    ['another function', { functionName: 'freight-local-api-listordersFunction1A2B' }],
  ])('must permit each call: %s', (_, changed) => {
    expect(evaluateRights([read], [{ ...read, leadingKey: 'ORG#' }], [])).toEqual(nothingWrong);
    const call = { ...read, ...changed };
    expect(evaluateRights([read], [read, call], []).denied).toEqual([Object.values(call).join(' ')]);
  });

  it('permit only the keys that they name', () => {
    const calls = [{ ...read, leadingKey: 'ORG#' }, { ...read, leadingKey: 'KEY#' }, read];
    const { denied } = evaluateRights([{ ...read, leadingKeys: ['ORG#*'] }], calls, []);
    expect(denied).toEqual([`${text} KEY#`, text]);
  });

  it('permit what begins as their pattern', () => {
    const pattern = { ...read, resource: `${table}-*` };
    const used = { ...read, resource: `${table}-2/count` };
    expect(evaluateRights([pattern], [used], [])).toEqual(nothingWrong);
    expect(evaluateRights([pattern], [used, read], []).denied).toEqual([text]);
  });

  it('must all be used, or have a reason for this function; and each reason must have a right', () => {
    const reason = 'Only when the receiver is slow.';
    const unproven = { function: 'read-order', action: /GetItem$/, reason };
    expect(evaluateRights([read], [], []).unused).toEqual([text]);
    expect(evaluateRights([read], [], [unproven])).toEqual(nothingWrong);
    const ofOther = { ...unproven, function: 'list-orders' };
    expect(evaluateRights([read], [], [ofOther])).toMatchObject({ unused: [text], baseless: [reason] });
  });
});
