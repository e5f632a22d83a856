import type { UsageReader } from '../../../shared/usage/usage-statement.ts';

export interface InMemoryUsage extends UsageReader {
  setOrganization(orgId: string, facts: { billing: boolean; usageLimit: number }): void;
  setUsed(orgId: string, mode: string, period: string, used: number): void;
}

/** The reader's double: same contract, no engine. */
export function createInMemoryUsage(): InMemoryUsage {
  const organizations = new Map<string, { billing: boolean; usageLimit: number }>();
  const counts = new Map<string, number>();
  return {
    setOrganization: (orgId, facts) => void organizations.set(orgId, facts),
    setUsed: (orgId, mode, period, used) => void counts.set(`${orgId}#${mode}#${period}`, used),
    async read({ orgId, mode }, periods) {
      const organization = organizations.get(orgId);
      if (!organization) return undefined;
      const used = periods.map((period) => [period, counts.get(`${orgId}#${mode}#${period}`) ?? 0] as const);
      return { ...organization, used: new Map(used) };
    },
  };
}
