import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { useSession } from '../api/session.tsx';
import { addDays, daysBetween, dayText, today } from '../format/dates.ts';
import { counted } from '../format/numbers.ts';
import { KnownLanes, useKnownLanes } from '../rates/known-lanes.tsx';
import { LinkButton } from '../shell/buttons.tsx';
import { ErrorNotice, Loading } from '../shell/feedback.tsx';
import { Page, Panel } from '../shell/page.tsx';
import { LOW_RATE, useLastDay } from '../webhooks/health-panel.tsx';
import { rateText } from '../webhooks/webhook-state.tsx';

/** Days before the end of a quote at which it needs a decision. */
const ENDING_DAYS = 2;
/** The EIA publishes diesel prices each week. */
const MAX_DIESEL_DAYS = 14;
const NEAR_LIMIT = 0.9;
const MAX_RFPS = 5;

interface Matter {
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

export default function HomePage() {
  const { client, organization, canPrice, canQuote, canWrite } = useSession();
  const navigate = useNavigate();
  const { lanes, toggle } = useKnownLanes();
  const webhooks = useQuery({
    queryKey: ['webhooks', 'list'],
    queryFn: async ({ signal }) => (await client.webhooks.list({ signal })).items,
    staleTime: 0,
  });
  const lastDay = useLastDay(webhooks.data);
  const found = useQueries({
    queries: [
      {
        queryKey: ['quotes', 'list', 'ending'],
        queryFn: async ({ signal }): Promise<readonly Matter[]> => {
          const { validity_days: days } = await client.pricingStrategy.get({ signal });
          const last = addDays(new Date().toISOString().slice(0, 10), ENDING_DAYS - days);
          const { pagination } = await client.quotes.list(
            { outcome: 'open', end_date: last, limit: 1 },
            { signal },
          );
          return matter(pagination.total_count, {
            path: `/quotes?outcome=open&to=${last}`,
            title: `${counted(pagination.total_count, 'open quote')} will expire soon`,
            text: `Made on ${dayText(last)} or earlier. Your quotes are valid for ${counted(days, 'day')}.`,
          });
        },
        staleTime: 0,
      },
      {
        queryKey: ['rfps', 'list', 'open'],
        queryFn: async ({ signal }): Promise<readonly Matter[]> => {
          const [priced, failed] = await Promise.all(
            (['priced', 'failed'] as const).map((status) =>
              client.rfps.list({ status, limit: 20 }, { signal }),
            ),
          );
          return [
            ...(priced?.items ?? []).slice(0, MAX_RFPS).map(({ rfp_id, name, customer }) => ({
              path: `/rfps/${encodeURIComponent(rfp_id)}`,
              title: `RFP ${name} is priced`,
              text: `${customer === '' ? '' : `For ${customer}. `}Send the results, or record the award.`,
            })),
            ...matter(Math.max(0, (priced?.items.length ?? 0) - MAX_RFPS), {
              path: '/rfps?status=priced',
              title: 'All priced RFPs',
              text: `The newest ${MAX_RFPS} are above.`,
            }),
            ...matter(failed?.items.length ?? 0, {
              path: '/rfps?status=failed',
              title: 'RFPs failed',
              text: 'Their files could not be read. Open them for the reason.',
            }),
          ];
        },
        staleTime: 0,
      },
      {
        queryKey: ['usage', 'near-limit'],
        queryFn: async ({ signal }): Promise<readonly Matter[]> => {
          const { used, limit, quotes } = await client.usage.get({}, { signal });
          const near = [
            ['rate calls', used, limit] as const,
            ['quotes', quotes.used, quotes.limit] as const,
          ].filter(([, count, most]) => most !== null && count >= most * NEAR_LIMIT);
          return near.map(([noun, count, most]) => ({
            path: '/usage',
            title: `The monthly limit of ${noun} is near`,
            text: `${count} of ${most} are used.`,
          }));
        },
      },
      {
        queryKey: ['quotes', 'list', 'diesel'],
        queryFn: async ({ signal }): Promise<readonly Matter[]> => {
          const [newest] = (await client.quotes.list({ limit: 1 }, { signal })).items;
          if (newest === undefined) return [];
          const { pricing } = await client.quotes.get(newest.quote_id, { signal });
          const week = pricing.fuel?.diesel_date;
          if (week === undefined) return [];
          const days = daysBetween(week, newest.created_at.slice(0, 10));
          return matter(days > MAX_DIESEL_DAYS ? 1 : 0, {
            path: `/quotes/${encodeURIComponent(newest.quote_id)}`,
            title: 'Fuel is priced with an old diesel price',
            text: `The newest quote uses the price of the week of ${dayText(week)}. Tell the operator of the service.`,
          });
        },
      },
    ],
  });
  const failing = (webhooks.data ?? []).flatMap(({ id, url, enabled, disabledReason }): Matter[] => {
    const path = `/webhooks/${encodeURIComponent(id)}`;
    if (!enabled)
      return disabledReason === undefined
        ? []
        : [{ path, title: `Webhook ${url} is disabled`, text: disabledReason }];
    const health = lastDay.get(id);
    if (health === undefined || health === 'failed' || health.successRate === null) return [];
    return health.successRate >= LOW_RATE
      ? []
      : [
          {
            path,
            title: `Webhook ${url} fails`,
            text: `Success of the last 24 hours: ${rateText(health.successRate)}.`,
          },
        ];
  });
  const queries = [webhooks, ...found];
  const matters = [...found.flatMap(({ data }) => data ?? []), ...failing];
  const wrong = queries.find(({ isError }) => isError);
  return (
    <Page
      title="Home"
      lead={`${organization.name}, ${dayText(today())}`}
      actions={
        <>
          {canPrice ? <LinkButton to="/rates">Get a rate</LinkButton> : null}
          {canWrite ? (
            <LinkButton to="/chats/new" variant="default">
              Paste a mail
            </LinkButton>
          ) : null}
          {canQuote ? (
            <>
              <LinkButton to="/quotes/new" variant="default">
                New quote
              </LinkButton>
              <LinkButton to="/rfps/new" variant="default">
                New RFP
              </LinkButton>
            </>
          ) : null}
        </>
      }
    >
      <div className="stack">
        <Panel title="Needs attention">
          {wrong === undefined ? null : (
            <ErrorNotice
              error={wrong.error}
              onRetry={() => {
                for (const query of queries) if (query.isError) void query.refetch();
              }}
            />
          )}
          <div role="status">
            {matters.length > 0 ? null : queries.some(({ isPending }) => isPending) ? (
              <Loading rows={3} />
            ) : wrong === undefined ? (
              <p className="text">Nothing needs your attention.</p>
            ) : null}
          </div>
          <ul className="list">
            {matters.map(({ path, title, text }) => (
              <li key={`${path} ${title}`}>
                <Link to={path}>
                  <bdi>{title}</bdi>
                </Link>
                <span className="small">{text}</span>
              </li>
            ))}
          </ul>
        </Panel>
        {canPrice ? (
          <KnownLanes
            lanes={lanes}
            toggle={toggle}
            onUse={(lane) => void navigate('/rates', { state: { lane } })}
          />
        ) : null}
      </div>
    </Page>
  );
}

const matter = (count: number, one: Matter): readonly Matter[] => (count === 0 ? [] : [one]);
