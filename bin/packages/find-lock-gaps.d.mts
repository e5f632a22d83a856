export interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly inBundle?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

export interface Lock {
  readonly packages: Readonly<Record<string, LockEntry>>;
}

export interface LockGap {
  readonly path: string;
  readonly what: string;
}

export function resolveInLock(packages: Lock['packages'], path: string, name: string): string | undefined;
export function findLockGaps(lock: Lock): LockGap[];
