/** A copy of each backup in a vault of another region or account. */
export interface BackupCopy {
  /** The vault must exist, and its policy must allow `backup:CopyIntoBackupVault` to this account. */
  readonly vaultArn: string;
  readonly retentionDays: number;
}

export const BACKUP_LOCKS = ['none', 'governance', 'compliance'] as const;

/** Daily backups of tables by AWS Backup. */
export interface BackupSettings {
  /** Retention in the vault of the environment. */
  readonly retentionDays: number;
  /**
   * Lock of the vault of the environment. `governance`: only principals with `backup:DeleteBackupVaultLockConfiguration`
   * can delete a backup before its retention ends. `compliance`: after COMPLIANCE_GRACE_DAYS no principal can, including AWS.
   */
  readonly lock: (typeof BACKUP_LOCKS)[number];
  readonly copies: readonly BackupCopy[];
  /** The operator knows that no copy is in another region, and wants no warning. */
  readonly copiesWaived?: boolean;
}

/** Days in which a compliance lock can still be removed; the minimum of AWS. */
export const COMPLIANCE_GRACE_DAYS = 3;

const MAX_RETENTION_DAYS = 36_500;
const VAULT = /^arn:aws[\w-]*:backup:[a-z]{2}[\w-]+-\d:\d{12}:backup-vault:[\w-]{2,50}$/;

const isRetention = (days: number) => Number.isInteger(days) && days >= 1 && days <= MAX_RETENTION_DAYS;

/** @returns what is invalid; undefined if the settings are valid. */
export function backupSettingsProblem({ retentionDays, copies }: BackupSettings): string | undefined {
  const retentions = [retentionDays, ...copies.map((copy) => copy.retentionDays)];
  const retention = retentions.find((days) => !isRetention(days));
  if (retention !== undefined) {
    return `backups must be kept for 1 to ${MAX_RETENTION_DAYS} whole days, not ${retention}`;
  }
  const vault = copies.map(({ vaultArn }) => vaultArn).find((arn) => !VAULT.test(arn));
  if (vault !== undefined) return `"${vault}" is not the ARN of a backup vault`;
  const arns = copies.map(({ vaultArn }) => vaultArn);
  if (new Set(arns).size < arns.length) return 'backups are copied to a vault only once';
  return undefined;
}
