import { useQuery } from '@tanstack/react-query';
import type { MarketUpload, ReadMarketSummaryResponse } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { LOADS } from '../columns/mapped-files.ts';
import { sizeText } from '../files/csv-file.ts';
import { addDays, dayText, today } from '../format/dates.ts';
import { count } from '../format/numbers.ts';
import { DataTable } from '../shell/data-table.tsx';
import { Empty, Loaded, Notice } from '../shell/feedback.tsx';
import { Facts, Page, Panel, Tone } from '../shell/page.tsx';
import { loadTemplate, MAX_LOAD_FILE_BYTES } from '../uploads/template-files.ts';
import type { UploadKind } from '../uploads/upload.ts';
import { UploadPanel } from '../uploads/upload-panel.tsx';

const UPLOADS: UploadKind<MarketUpload> = {
  changes: 'market',
  columns: LOADS,
  create: async (client, announced, options) => {
    const { id, upload } = await client.market.uploads.create(announced, options);
    return { id, address: upload };
  },
  read: async (client, id, signal) => await client.market.uploads.get(id, { signal }),
};

const LoadNotices = ({ upload: { note, warnings } }: { readonly upload: MarketUpload }) => (
  <>
    {note === null ? null : (
      <Notice tone="yellow" title="Rates do not change yet">
        <p className="text">{note}</p>
      </Notice>
    )}
    {warnings.length === 0 ? null : (
      <Notice tone="yellow" title="Loads that rates do not use">
        {warnings.map((warning) => (
          <p key={warning} className="text">
            {warning}
          </p>
        ))}
      </Notice>
    )}
  </>
);

type Summary = ReadMarketSummaryResponse['data'];

/** What the loads of the organization contribute. */
function ContributionPanel() {
  const { client } = useSession();
  const summary = useQuery({
    queryKey: ['market', 'summary'],
    queryFn: ({ signal }) => client.market.summary({ signal }),
  });
  return (
    <Loaded query={summary} rows={6}>
      {(data) => (
        <>
          <Panel
            title="Sharing"
            actions={
              <Tone color={data.shared ? 'green' : 'gray'}>{data.shared ? 'Shared' : 'Not shared'}</Tone>
            }
          >
            <p className="text">{sharingText(data)}</p>
          </Panel>
          <Loads summary={data} />
          <OtherLoads summary={data} />
        </>
      )}
    </Loaded>
  );
}

/** Loads of trailers, and loads that rates do not use; nothing if there are none. */
function OtherLoads({ summary: { trailers, fuelUnknown } }: { readonly summary: Summary }) {
  if (trailers.observations === 0 && fuelUnknown === 0) return null;
  return (
    <Panel title="Trailers and unused loads" note="Of the last 78 weeks.">
      <Facts
        facts={{
          Trailers: trailers.observations,
          'Fuel unknown, not used': fuelUnknown,
        }}
      />
    </Panel>
  );
}

function Loads({ summary: { observations, freightMarkets, weeks } }: { readonly summary: Summary }) {
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (first === undefined || last === undefined) {
    return (
      <Panel title="Your loads">
        <Empty title="No loads yet">
          <p>Import a file with the rates that you paid, and your rates follow them.</p>
        </Empty>
      </Panel>
    );
  }
  return (
    <Panel title="Your loads" note="Of the last 78 weeks. Weeks begin on Monday, in UTC.">
      <Facts
        facts={{
          Loads: observations,
          Markets: freightMarkets.length,
          From: dayText(first.weekOf),
          To: dayText(addDays(last.weekOf, 6)),
        }}
      />
      <DataTable
        caption="Loads by market"
        columns={[
          { title: 'Market', isHeader: true, cell: ({ name }) => titleOf(name) },
          { title: 'Loads', isNumber: true, cell: (market) => count(market.observations) },
          { title: 'First week', isMinor: true, cell: ({ firstWeek }) => dayText(firstWeek) },
          { title: 'Last week', isMinor: true, cell: ({ lastWeek }) => dayText(lastWeek) },
        ]}
        rows={freightMarkets}
        rowKey={({ name }) => name}
      />
    </Panel>
  );
}

/** The name of a market for people: "los-angeles" is "Los Angeles". */
const titleOf = (name: string): string =>
  name.replaceAll(/(?:^|-)([a-z])/g, (part, letter: string) =>
    part.replace('-', ' ').replace(letter, letter.toUpperCase()),
  );

/** The organization's own loads in the market: import, sharing and contribution. */
export default function MarketPage() {
  const { organization, canWrite } = useSession();
  return (
    <Page
      title="Market data"
      lead={`Loads that your organization moved make your rates better. You see those of ${organization.mode} keys.`}
    >
      <div className="stack">
        {canWrite ? (
          <UploadPanel
            kind={UPLOADS}
            title="Import loads"
            note="One load in each row: day, origin, destination, equipment and rate."
            choiceNote={`Up to ${sizeText(MAX_LOAD_FILE_BYTES)}. Loads that are already imported are not counted twice.`}
            maxBytes={MAX_LOAD_FILE_BYTES}
            template={{ name: 'loads-template.csv', text: () => loadTemplate(today()) }}
            counts={({ rows }) => ({
              'New loads': rows.imported,
              'Already imported': rows.duplicates,
            })}
            notices={(upload) => <LoadNotices upload={upload} />}
          />
        ) : (
          <Notice tone="yellow" title="This key cannot import loads">
            <p className="text">Sign in with a key that has the scope write.</p>
          </Notice>
        )}
        <ContributionPanel />
      </div>
    </Page>
  );
}

/** What the sharing of loads means for the organization. */
function sharingText({ mode, shared }: Pick<ReadMarketSummaryResponse['data'], 'mode' | 'shared'>): string {
  if (mode === 'test') {
    return 'Loads of test keys are never shared. Only rates of your test keys use them.';
  }
  return shared
    ? 'Your loads are part of the rates of all organizations. Others see them only together with the loads of at least two other contributors, never one by one, and never with your name.'
    : 'Only your own rates use your loads. If you want to share them with the market, ask the operator of the service.';
}
