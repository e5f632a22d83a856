import type { UsageReader } from '../../../../shared/accounts/usage/usage-statement.ts';

interface Facts {
  billing: boolean;
  usageLimit: number;
  quoteLimit?: number;
}

export interface InMemoryUsage extends UsageReader {
  setOrganization(orgId: string, facts: Facts): void;
  setQuotes(orgId: string, mode: string, period: string, made: number): void;
  setUsed(orgId: string, mode: string, period: string, used: number): void;
}

/** In-memory reader with the same contract. */
export function createInMemoryUsage(): InMemoryUsage {
  const organizations = new Map<string, Facts>();
  const counts = new Map<string, number>();
  const quotes = new Map<string, number>();
  return {
    setOrganization: (orgId, facts) => void organizations.set(orgId, facts),
    setUsed: (orgId, mode, period, used) => void counts.set(`${orgId}#${mode}#${period}`, used),
    setQuotes: (orgId, mode, period, made) => void quotes.set(`${orgId}#${mode}#${period}`, made),
    async read({ orgId, mode }, periods) {
      const organization = organizations.get(orgId);
      if (!organization) return undefined;
      const inPeriods = (of: ReadonlyMap<string, number>) =>
        new Map(periods.map((period) => [period, of.get(`${orgId}#${mode}#${period}`) ?? 0]));
      return { ...organization, used: inPeriods(counts), quotes: inPeriods(quotes) };
    },
  };
}
