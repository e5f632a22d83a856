import { describe, expect, it } from 'vitest';
import { stateOf } from '../../support/cloudwatch/evaluate-alarm.ts';
import { evaluateMath } from '../../support/cloudwatch/metric-math.ts';

/** "0 - X" as CloudWatch's guide writes datapoints: one that does not breach, one that is missing, one that does. */
const datapoints = (text: string) => text.split(' ').map((mark) => (mark === '-' ? undefined : mark === 'X'));

describe('the state of an alarm, as in the tables of the guide of CloudWatch', () => {
  // Three of three.
  it.each([
    ['0 - X - X', 'OK', 'OK', 'OK'],
    ['0 - - - -', 'OK', 'OK', 'OK'],
    ['- - - - -', 'INSUFFICIENT_DATA', 'ALARM', 'OK'],
    ['0 X X - X', 'ALARM', 'ALARM', 'ALARM'],
    ['- - X - -', 'ALARM', 'ALARM', 'OK'],
  ])('%s, three of three: %s, %s, %s', (text, missing, breaching, notBreaching) => {
    const states = ['missing', 'breaching', 'notBreaching'].map((treatMissingData) =>
      stateOf({ evaluationPeriods: 3, datapointsToAlarm: 3, treatMissingData }, datapoints(text)),
    );
    expect(states).toEqual([missing, breaching, notBreaching]);
  });

  it.each([
    ['0 - X - X', 'ALARM', 'ALARM', 'ALARM'],
    ['0 0 X 0 X', 'ALARM', 'ALARM', 'ALARM'],
    ['0 - X - -', 'OK', 'ALARM', 'OK'],
    ['- - - - 0', 'OK', 'ALARM', 'OK'],
    ['- - - X -', 'ALARM', 'ALARM', 'OK'],
  ])('%s, two of three: %s, %s, %s', (text, missing, breaching, notBreaching) => {
    const states = ['missing', 'breaching', 'notBreaching'].map((treatMissingData) =>
      stateOf({ evaluationPeriods: 3, datapointsToAlarm: 2, treatMissingData }, datapoints(text)),
    );
    expect(states).toEqual([missing, breaching, notBreaching]);
  });
});

describe('metric math', () => {
  it.each([
    ['2 + 3 * 4 - 6 / 2', {}, 11],
    ['(2 + 3) * 4', {}, 20],
    ['IF(errors >= 5, 100 * errors / calls, 0)', { errors: 5, calls: 50 }, 10],
    ['IF(errors >= 5, 100 * errors / calls, 0)', { errors: 4, calls: 4 }, 0],
    ['IF(errors >= 5, 100 * errors / calls, 0)', { errors: undefined, calls: 4 }, undefined],
    ['one + other', { one: 1, other: undefined }, undefined],
    ['one / other', { one: 1, other: 0 }, undefined],
    ['SUM(METRICS())', { one: 1, other: undefined, third: 2 }, 3],
    ['MAX(METRICS())', { one: undefined }, undefined],
    ['MAX(METRICS())', { one: 7, other: 9 }, 9],
    ['FILL(one, 0) + 1', { one: undefined }, 1],
  ])('%s over %j is %s', (expression, values, result) => {
    expect(evaluateMath(expression, { values: values as Record<string, number | undefined> })).toBe(result);
  });

  it('knows quotas', () => {
    expect(evaluateMath('100 * used / SERVICE_QUOTA(used)', { values: { used: 400 }, quota: 1000 })).toBe(40);
  });

  it.each(['one +', 'RATE(one)', 'two', 'one one', 'one % 2'])('rejects %s', (expression) => {
    expect(() => evaluateMath(expression, { values: { one: 1 } })).toThrow('metric math');
  });
});
