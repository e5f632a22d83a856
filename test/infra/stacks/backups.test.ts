import { beforeAll, describe, expect, it } from 'vitest';
import { backupSettingsProblem } from '../../../lib/settings/backup-settings.ts';
import { checkBackupSettings, environmentSettings } from '../../../lib/settings/environments.ts';
import { alarmsOf } from '../../support/cloudwatch/alarms.ts';
import { statesOver } from '../../support/cloudwatch/evaluate-alarm.ts';
import { OTHER_REGION, SAMPLE_BACKUPS } from '../../support/sample-backups.ts';
import { synthesizedTemplates, type Templates } from '../../support/synthesized-templates.ts';
import { BACKUP_PROPERTIES } from '../properties/backup-properties.ts';
import { resourcesOf } from '../properties/property.ts';

let prod: Templates;
let withoutBackups: Templates;

beforeAll(async () => {
  [prod, withoutBackups] = await Promise.all([
    synthesizedTemplates('prod', { backups: SAMPLE_BACKUPS }),
    synthesizedTemplates('prod'),
  ]);
});

describe('backups of prod', () => {
  it.each(BACKUP_PROPERTIES.map((property) => [property.name, property] as const))(
    '%s',
    (_name, { violations, takeAway }) => {
      expect(violations(prod)).toEqual([]);
      const damaged = structuredClone(prod);
      takeAway(damaged);
      expect(violations(damaged)).not.toEqual([]);
    },
  );

  it('are absent by default, and change no other resource', () => {
    expect(resourcesOf(withoutBackups.data, 'AWS::Backup::BackupVault')).toEqual([]);
    const others = (templates: Templates) =>
      Object.keys(templates.data.Resources).filter((id) => !id.startsWith('Backups'));
    expect(others(prod)).toEqual(others(withoutBackups));
  });

  it.each([
    ['one failed copy', { failures3: [...Array.from({ length: 70 }, () => [0]), [1]] }, 120],
    ['one failed backup', { failures0: [[1]] }, 60],
  ])('ring the alarm: %s', (_case, recording, minute) => {
    const [alarm] = alarmsOf({ ...withoutBackups, data: prod.data }).filter(({ name }) =>
      name.includes('backup'),
    );
    if (alarm === undefined) throw new Error('There is no alarm');
    expect(alarm.name).toBe('freight-prod-ticket-data-backups-job-failed');
    const padded = Object.fromEntries(
      Object.entries(recording).map(([id, samples]) => [
        id,
        [...samples, ...Array.from({ length: 180 - samples.length }, () => [])],
      ]),
    );
    expect(statesOver(alarm, padded).find(({ state }) => state === 'ALARM')?.minute).toBe(minute);
    expect(statesOver(alarm, { failures0: Array.from({ length: 180 }, () => [0]) })).toContainEqual(
      expect.objectContaining({ state: 'OK' }),
    );
  });
});

describe('settings of backups', () => {
  it.each([
    ['valid ones', {}, undefined],
    ['no copy', { copies: [] }, undefined],
    ['no retention', { retentionDays: 0 }, /1 to 36500 whole days, not 0/],
    ['half a day', { copies: [{ vaultArn: OTHER_REGION, retentionDays: 0.5 }] }, /not 0.5/],
    [
      'a vault name',
      { copies: [{ vaultArn: 'freight', retentionDays: 35 }] },
      /"freight" is not the ARN of a backup vault/,
    ],
    [
      'one vault twice',
      { copies: [1, 2].map((retentionDays) => ({ vaultArn: OTHER_REGION, retentionDays })) },
      /only once/,
    ],
  ])('%s', (_case, changes, problem) => {
    const found = backupSettingsProblem({ ...SAMPLE_BACKUPS, ...changes });
    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(problem);
  });

  it('are rejected for an environment that is deleted with its data', () => {
    const settings = { ...environmentSettings('emulator'), backups: SAMPLE_BACKUPS };
    expect(() => checkBackupSettings(settings)).toThrow('emulator: a disposable environment has no backups.');
  });
});
