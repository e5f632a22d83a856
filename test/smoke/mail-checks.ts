import { resolveMx } from 'node:dns/promises';
import { type Check, unlessWrong } from './check.ts';
import type { Deployment } from './deployment.ts';

/** Whether mails go to Amazon SES, if the environment receives some. Whether its rules are active, only a mail shows. */
export function mailChecks({ settings: { mailDomain }, published, names }: Deployment): Check[] {
  if (mailDomain === undefined) return [];
  return [
    {
      name: 'mails of the mail domain go to Amazon SES',
      run: async () => {
        const [, , , region] = published(names.webhookSecretsKeyArn).split(':');
        const server = `inbound-smtp.${region}.amazonaws.com`;
        const records = await resolveMx(mailDomain);
        const hasRecord = records.some(({ exchange }) => exchange.toLowerCase() === server);
        return unlessWrong(hasRecord ? [] : [`${mailDomain} has no MX record with ${server}`], mailDomain);
      },
    },
  ];
}
