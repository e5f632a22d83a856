import { GetAccountCommand } from '@aws-sdk/client-api-gateway';
import {
  GetAccountSettingsCommand,
  GetFunctionConcurrencyCommand,
  GetProvisionedConcurrencyConfigCommand,
  paginateListFunctions,
} from '@aws-sdk/client-lambda';
import { LIVE } from '../../lib/constructs/canary-release.ts';
import { SIZES } from '../../lib/settings/sizes.ts';
import { STANDARD_PLAN_THROTTLE } from '../../shared/accounts/organizations/organization-plan.ts';
import { type Check, passed, skipped, unlessWrong } from './check.ts';
import type { Deployment } from './deployment.ts';

/** Checks that account and functions carry the plans that the environment is sized for. */
export function capacityChecks({
  gateway,
  functions,
  settings,
}: Pick<Deployment, 'gateway' | 'functions' | 'settings'>): Check[] {
  const { name, size = 'small', plans, reservedExecutions = {}, provisionedExecutions = {} } = settings;

  /** Names of the functions of the environment, by the name of their folder. */
  const deployedNames = async (): Promise<ReadonlyMap<string, string>> => {
    const found = new Map<string, string>();
    for await (const { Functions = [] } of paginateListFunctions({ client: functions }, {})) {
      for (const { FunctionName = '', Description = '' } of Functions) {
        const [, called] = new RegExp(`^${name}: ([\\w-]+)`).exec(Description) ?? [];
        if (called !== undefined) found.set(called, FunctionName);
      }
    }
    return found;
  };

  return [
    {
      name: 'the concurrency limit of the account is sufficient',
      emulatorLacks: 'limits of accounts',
      run: async () => {
        const { AccountLimit } = await functions.send(new GetAccountSettingsCommand());
        const most = Number(AccountLimit?.ConcurrentExecutions);
        const needed = SIZES[size].accountExecutions;
        return unlessWrong(
          most >= needed ? [] : [`${most}: request ${needed} in Service Quotas`],
          `${most}, ${needed} needed`,
        );
      },
    },
    {
      name: 'the throttle of the account carries the plans',
      emulatorLacks: 'limits of accounts',
      run: async () => {
        if (plans === undefined) return skipped(`${name} is not sized for plans`);
        const { rateLimit: each, burstLimit: burst } = STANDARD_PLAN_THROTTLE;
        const rate = Math.ceil(plans.standardOrganizations * each + plans.enterpriseRequestsPerMinute / 60);
        const { throttleSettings = {} } = await gateway.send(new GetAccountCommand());
        const { rateLimit = 0, burstLimit = 0 } = throttleSettings;
        const detail = `${rateLimit} a second and ${burstLimit} at once, ${rate} and ${burst} needed`;
        return unlessWrong(
          rateLimit >= rate && burstLimit >= burst ? [] : [`${detail}: have the throttle rate raised`],
          detail,
        );
      },
    },
    {
      name: 'functions have their reserved and provisioned executions',
      run: async () => {
        const wanted = [...Object.keys(reservedExecutions), ...Object.keys(provisionedExecutions)];
        if (wanted.length === 0) return passed('none');
        const names = await deployedNames();
        const reserved = Object.entries(reservedExecutions).map(async ([called, executions]) => {
          const FunctionName = names.get(called);
          if (FunctionName === undefined) return [`${called} is not deployed`];
          const found = await functions.send(new GetFunctionConcurrencyCommand({ FunctionName }));
          const { ReservedConcurrentExecutions: actual = 0 } = found;
          return actual === executions ? [] : [`${called} has ${actual} reserved and not ${executions}`];
        });
        const provisioned = Object.entries(provisionedExecutions).map(async ([called, executions]) => {
          const FunctionName = names.get(called);
          if (FunctionName === undefined) return [`${called} is not deployed`];
          const { Status, AvailableProvisionedConcurrentExecutions: available = 0 } = await functions.send(
            new GetProvisionedConcurrencyConfigCommand({ FunctionName, Qualifier: LIVE }),
          );
          return Status === 'READY' && available === executions
            ? []
            : [`${called} has ${available} provisioned and not ${executions} (${Status})`];
        });
        return unlessWrong(
          (await Promise.all([...reserved, ...provisioned])).flat(),
          `${new Set(wanted).size} functions`,
        );
      },
    },
  ];
}
