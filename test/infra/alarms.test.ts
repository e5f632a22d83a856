import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Alarm, alarmsOf } from '../support/cloudwatch/alarms.ts';
import { statesOver } from '../support/cloudwatch/evaluate-alarm.ts';
import { synthesizedTemplates } from '../support/synthesized-templates.ts';
import { BEHAVIOURS } from './alarm-behaviours.ts';

let alarms: readonly Alarm[];

beforeAll(async () => {
  alarms = alarmsOf(await synthesizedTemplates('prod'));
}, 360_000);

const placeOf = ({ name }: Alarm) => name.replace(/^freight-prod-(page|ticket)-/, '');
const matching = (pattern: RegExp) => alarms.filter((alarm) => pattern.test(placeOf(alarm)));

describe('alarms over recorded metrics', () => {
  it('are each described once', () => {
    const described = alarms.map((alarm) => [
      alarm.name,
      BEHAVIOURS.filter((behaviour) => behaviour.alarms.test(placeOf(alarm))).length,
    ]);
    expect(described.filter(([, times]) => times !== 1)).toEqual([]);
  });

  describe.each(BEHAVIOURS.map((behaviour) => [behaviour.alarms.source, behaviour] as const))(
    '%s',
    (_source, { alarms: pattern, isActive, isSilent, quota }) => {
      it('is there', () => {
        expect(matching(pattern)).not.toEqual([]);
      });

      it.each(Object.entries(isActive))('is active: %s', (_case, [recording, minute]) => {
        for (const alarm of matching(pattern)) {
          const first = statesOver(alarm, recording, quota).find(({ state }) => state === 'ALARM');
          expect([alarm.name, first?.minute]).toEqual([alarm.name, minute]);
        }
      });

      it.each(Object.entries(isSilent))('is silent: %s', (_case, recording) => {
        for (const alarm of matching(pattern)) {
          const states = statesOver(alarm, recording, quota);
          expect(states.length).toBeGreaterThan(0);
          expect([alarm.name, states.filter(({ state }) => state === 'ALARM')]).toEqual([alarm.name, []]);
        }
      });
    },
  );
});
