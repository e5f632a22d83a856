import type { UsageReader } from '../../../../shared/accounts/usage/dynamodb-usage-reader.ts';

interface Facts {
  billing: boolean;
  usageLimit: number;
}

export interface InMemoryUsage extends UsageReader {
  setOrganization(orgId: string, facts: Facts): void;
  setUsed(orgId: string, mode: string, period: string, used: number): void;
}

/** In-memory reader with the same contract. */
export function createInMemoryUsage(): InMemoryUsage {
  const organizations = new Map<string, Facts>();
  const counts = new Map<string, number>();
  return {
    setOrganization: (orgId, facts) => void organizations.set(orgId, facts),
    setUsed: (orgId, mode, period, used) => void counts.set(`${orgId}#${mode}#${period}`, used),
    async read({ orgId, mode }, periods) {
      const organization = organizations.get(orgId);
      if (!organization) return undefined;
      const used = new Map(periods.map((period) => [period, counts.get(`${orgId}#${mode}#${period}`) ?? 0]));
      return { ...organization, used, quotes: new Map() };
    },
  };
}
