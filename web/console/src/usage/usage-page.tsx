import { Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../api/session.tsx';
import { monthText } from '../format/dates.ts';
import { count, counted } from '../format/numbers.ts';
import { scopeNames } from '../settings/key-rules.ts';
import { Bar, DataTable } from '../shell/data-table.tsx';
import { Loaded } from '../shell/feedback.tsx';
import { Facts, Page, Panel, Time } from '../shell/page.tsx';

export default function UsagePage() {
  const { client, organization } = useSession();
  const usage = useQuery({
    queryKey: ['usage'],
    queryFn: ({ signal }) => client.usage.get({}, { signal }),
    staleTime: 0,
  });
  const { limits } = organization;
  return (
    <Page title="Usage and limits" lead={`Calls with ${organization.mode} keys. Months are in UTC.`}>
      <Loaded query={usage}>
        {({ resetsAt, quotes, ...rates }) => (
          <div className="halves">
            <Panel title="Rate calls of this month">
              <Month noun="call" label="Rate calls by month" resetsAt={resetsAt} {...rates} />
            </Panel>
            <Panel title="Quotes of this month" note="Deleted quotes count.">
              <Month noun="quote" label="Quotes by month" resetsAt={resetsAt} {...quotes} />
            </Panel>
            <Panel title="Organization">
              <Facts
                facts={{
                  Name: <bdi>{organization.name}</bdi>,
                  Id: <code>{organization.id}</code>,
                  'Mode of the key': organization.mode === 'live' ? 'Live' : 'Test',
                  'Scopes of the key': scopeNames(organization.scopes),
                  'Billing information': organization.billing ? 'Recorded' : 'Missing',
                }}
              />
            </Panel>
            <Panel
              title="Limits"
              note="The plan sets the request rate, for all keys of the organization together. Monthly limits apply to each mode."
            >
              <Facts
                facts={{
                  Plan: organization.plan === 'enterprise' ? 'Enterprise' : 'Standard',
                  'Requests per minute': limits.requestsPerMinute,
                  'Requests at the same moment': limits.burst,
                  'Rate calls per month': limits.ratesPerMonth,
                  'Quotes per month':
                    limits.quotesPerMonth === null ? 'No limit' : count(limits.quotesPerMonth),
                }}
              />
            </Panel>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

interface MonthProps {
  readonly noun: string;
  readonly label: string;
  readonly used: number;
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly history: readonly { readonly period: string; readonly used: number }[];
  readonly resetsAt: string;
}

const Month = ({ noun, label, used, limit, remaining, history, resetsAt }: MonthProps) => {
  const most = Math.max(1, ...history.map((month) => month.used));
  return (
    <>
      {limit === null ? (
        <p className="total">{counted(used, noun)}</p>
      ) : (
        <>
          <p className="total">
            {count(used)} <span className="dimmed">of {counted(limit, noun)}</span>
          </p>
          <Progress
            value={limit === 0 ? 100 : Math.min(100, (used / limit) * 100)}
            color={used >= limit * 0.9 ? 'red' : 'blue'}
            aria-label={`${count(used)} of ${counted(limit, noun)} used`}
          />
        </>
      )}
      <p className="note">
        {remaining === null ? '' : `${count(remaining)} remain. `}The count starts again at 0 on{' '}
        <Time value={resetsAt} />.
      </p>
      <DataTable
        caption={label}
        rows={history}
        rowKey={(month) => month.period}
        columns={[
          { title: 'Month', isHeader: true, cell: (month) => monthText(month.period) },
          { title: 'Count', isNumber: true, cell: (month) => count(month.used) },
          { title: 'Share', cell: (month) => <Bar share={month.used / most} /> },
        ]}
      />
    </>
  );
};
