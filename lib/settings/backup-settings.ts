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
