import { describeAccountLedger } from '../../contract/usage/account-ledger-contract.ts';
import { createInMemoryLedger } from './in-memory-account-ledger.ts';

const ledger = createInMemoryLedger();

describeAccountLedger('in memory', () => ({
  ledger,
  answers: ledger.answers,
  addOrganization: async (orgId, facts) => ledger.setOrganization(orgId, facts),
}));
