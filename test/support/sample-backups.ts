import type { BackupSettings } from '../../lib/settings/environments.ts';

export const OTHER_REGION = 'arn:aws:backup:eu-central-1:111122223333:backup-vault:freight';
export const OTHER_ACCOUNT = 'arn:aws:backup:eu-central-1:444455556666:backup-vault:freight';

/** Locked backups with a copy in another region and one in another account. */
export const SAMPLE_BACKUPS: BackupSettings = {
  retentionDays: 35,
  lock: 'compliance',
  copies: [
    { vaultArn: OTHER_REGION, retentionDays: 35 },
    { vaultArn: OTHER_ACCOUNT, retentionDays: 90 },
  ],
};
