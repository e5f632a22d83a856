import type { AccountLedger } from '../../../shared/usage/account-ledger.ts';

export interface InMemoryLedger extends AccountLedger {
  setOrganization(orgId: string, facts: { billing: boolean; usageLimit: number }): void;
  /** Calls counted in a period. */
  used(orgId: string, mode: string, period: string): number;
}

/** The ledger's double: same contract, no engine. */
export function createInMemoryLedger(): InMemoryLedger {
  const organizations = new Map<string, { billing: boolean; usageLimit: number }>();
  const counts = new Map<string, number>();

  return {
    setOrganization: (orgId, facts) => void organizations.set(orgId, facts),
    used: (orgId, mode, period) => counts.get(`${orgId}#${mode}#${period}`) ?? 0,
    async read({ orgId, mode }, period) {
      const organization = organizations.get(orgId);
      const key = `${orgId}#${mode}#${period}`;
      return (
        organization && {
          ...organization,
          used: counts.get(key) ?? 0,
          async count() {
            const used = counts.get(key) ?? 0;
            if (used >= organization.usageLimit) return { counted: false, used };
            counts.set(key, used + 1);
            return { counted: true, used: used + 1 };
          },
        }
      );
    },
  };
}
