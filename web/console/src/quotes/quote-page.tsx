import { Button, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { Quote } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { dayText, today } from '../format/dates.ts';
import {
  count,
  counted,
  dollars,
  fuelPrice,
  miles,
  signedDollars,
  signedPercent,
} from '../format/numbers.ts';
import { LaneMap } from '../map/lane-map.tsx';
import { confidenceReasons } from '../rates/confidence.ts';
import { equipmentName } from '../rates/equipment.ts';
import { LaneHistory } from '../rates/lane-history.tsx';
import { usePricedRoute } from '../rates/priced-lanes.ts';
import { ConfidenceBadge, MarginPercent, RangeBar } from '../rates/rate-figures.tsx';
import { LinkButton, NOT_COPIED } from '../shell/buttons.tsx';
import { DataTable } from '../shell/data-table.tsx';
import { ResultNotice, TextList } from '../shell/feedback.tsx';
import { MailDraft } from '../shell/mail-draft.tsx';
import { Amounts, Facts, LoadedPage, Page, Panel, Time } from '../shell/page.tsx';
import { createQuoteCode, createQuoteCurl, readQuoteCode, readQuoteCurl } from './code-samples.ts';
import { chargeAmounts, PriceWarnings } from './price-parts.tsx';
import { QuoteActions } from './quote-actions.tsx';
import { QuoteEvents } from './quote-events.tsx';
import { formOfQuote, requestQuote } from './quote-form.ts';
import { StatusTone } from './status-tone.tsx';

const LIST = { path: '/quotes', title: 'Quotes' };

/** A surcharge by the diesel price can also be 0. */
const isFuelIncluded = ({ pricing, rate_source }: Quote): boolean =>
  pricing.fuel_surcharge === 0 && (pricing.fuel === null || rate_source.type !== 'contract');

function fuelNote(quote: Quote): string | undefined {
  const { fuel } = quote.pricing;
  if (isFuelIncluded(quote)) return 'Fuel is included in the base rate.';
  if (fuel === null) return undefined;
  return `Diesel ${fuelPrice(fuel.diesel_price)} a gallon, ${fuel.diesel_region}, week of ${dayText(fuel.diesel_date)}.`;
}

export default function QuotePage() {
  const { quoteId = '' } = useParams();
  const { client } = useSession();
  const quote = useQuery({
    queryKey: ['quotes', 'one', quoteId],
    queryFn: ({ signal }) => client.quotes.get(quoteId, { signal }),
    // Another tab or another person can convert or delete the quote.
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  return (
    <LoadedPage query={quote} title="Quote" parent={LIST}>
      {(data) => <QuoteDetail key={quoteId} quote={data} />}
    </LoadedPage>
  );
}

function QuoteDetail({ quote }: { readonly quote: Quote }) {
  const { client, canWrite } = useSession();
  const [result, setResult] = useState<string>();
  const { route, pricing, margin, market } = quote;
  const { origin, destination } = route;
  const ends = useMemo(
    () => ({
      origin: { name: origin.name, kind: origin.type, coordinates: origin.coordinates },
      destination: { name: destination.name, kind: destination.type, coordinates: destination.coordinates },
      stops: quote.stops.map(({ name, type, coordinates }) => ({ name, kind: type, coordinates })),
    }),
    [origin, destination, quote.stops],
  );
  const path = usePricedRoute(route);
  const { terminals } = quote;
  const { excluded_charges: excluded } = pricing;
  return (
    <Page
      title={`${origin.name} to ${destination.name}`}
      parent={LIST}
      lead={
        <>
          <StatusTone status={quote.status} outcome={quote.outcome} /> · <code>{quote.quote_id}</code>
        </>
      }
      actions={
        <>
          <CopyCode quote={quote} />
          <LinkButton to={`/quotes/${encodeURIComponent(quote.quote_id)}/sheet`} variant="default">
            Open sheet
          </LinkButton>
          {canWrite ? <QuoteActions quote={quote} onDecided={setResult} /> : null}
        </>
      }
    >
      {result === undefined ? null : <ResultNotice title={result} />}
      {quote.outcome === 'open' ? <PriceWarnings margin={margin} warnings={quote.warnings} /> : null}
      <div className="stack">
        <div className="halves">
          <Panel title="Price">
            <p className="total">{dollars(pricing.total_rate)}</p>
            <Amounts
              rows={[
                { name: 'Base rate', amount: dollars(pricing.base_rate) },
                {
                  name: 'Fuel surcharge',
                  amount: dollars(pricing.fuel_surcharge),
                  note: fuelNote(quote),
                },
                ...chargeAmounts(pricing),
              ]}
              total={{ name: 'Total', amount: dollars(pricing.total_rate) }}
            />
          </Panel>
          <Panel
            title="Market and margin"
            note="Without accessorials. Percentages are of the cost and of the market rate."
          >
            <Amounts
              rows={[
                {
                  name: isFuelIncluded(quote) ? 'Cost, with fuel' : 'Cost, without fuel',
                  amount: dollars(margin.cost),
                },
                {
                  name: 'Margin',
                  amount: (
                    <>
                      {dollars(margin.amount)} (<MarginPercent value={margin.percent} />)
                    </>
                  ),
                },
                { name: 'Market rate with fuel', amount: dollars(market.rate) },
                {
                  name: 'Price to market',
                  amount: `${signedDollars(market.spread.amount)} (${signedPercent(market.spread.percent)})`,
                },
              ]}
            />
            <RangeBar rate={market.rate} min={market.range.min} max={market.range.max} />
            <p className="choices">
              Confidence <ConfidenceBadge score={market.confidence} />
            </p>
            <TextList
              texts={confidenceReasons(
                { ...market.basis, asOf: market.basis.as_of, score: market.confidence },
                today(),
              )}
            />
          </Panel>
          <Panel title="Details">
            <Facts facts={factsOf(quote)} />
          </Panel>
          <Panel title="Route" note={`${miles(route.distance)} by road.`}>
            <LaneMap {...ends} route={path} />
          </Panel>
          {excluded.length === 0 ? null : (
            <Panel title="Usual charges that the total does not include">
              <Amounts
                rows={excluded.map(({ title, amount, reason }) => ({
                  name: title,
                  amount: dollars(amount),
                  note: reason,
                }))}
              />
            </Panel>
          )}
          {quote.schedule_of_charges.length === 0 ? null : (
            <Panel title="Charges after the move" note="Not in the total. The quote sheet lists them.">
              <Amounts
                rows={quote.schedule_of_charges.map(({ title, rate, unit, free, applies }) => ({
                  name: title,
                  amount: `${dollars(rate)} ${unit}`,
                  note: free === 0 ? applies : `${applies} Free: ${counted(free, unit.replace('per ', ''))}.`,
                }))}
              />
            </Panel>
          )}
          {terminals.length < 2 ? null : (
            <Panel title="Priced terminals" note="The quote is for the lower median of the totals.">
              <DataTable
                caption="Priced terminals"
                rows={terminals}
                rowKey={({ name }) => name}
                isSelected={({ name }) => name === origin.name || name === destination.name}
                columns={[
                  { title: 'Terminal', isHeader: true, cell: ({ name }) => name },
                  { title: 'Distance', isNumber: true, cell: ({ distance }) => miles(distance) },
                  { title: 'Total', isNumber: true, cell: ({ total_rate }) => dollars(total_rate) },
                ]}
              />
            </Panel>
          )}
        </div>
        <MailDraft read={() => client.quotes.reply(quote.quote_id)} />
        <LaneHistory
          quote={quote}
          lane={{
            ...(route.requested ?? { origin: origin.name, destination: destination.name }),
            equipment_type: quote.equipment_type,
          }}
        />
        <QuoteEvents quoteId={quote.quote_id} />
      </div>
    </Page>
  );
}

const quoteLink = (id: string) => <Link to={`/quotes/${encodeURIComponent(id)}`}>{id}</Link>;

function factsOf(quote: Quote): Readonly<Record<string, ReactNode>> {
  const { service_details: service, rate_source: source, decline, conversion } = quote;
  const { contract_rate_id: rate, version, tier } = source;
  return {
    'Customer reference': <bdi>{quote.customer_reference || 'None'}</bdi>,
    Equipment: equipmentName(quote.equipment_type),
    Commodity: quote.commodity && <bdi>{quote.commodity}</bdi>,
    Weight: quote.weight_lbs && `${count(quote.weight_lbs)} lb`,
    Created: <Time value={quote.created_at} />,
    'Valid until': <Time value={quote.expiry_date} />,
    Pickup: dayText(service.pickup_date),
    'Estimated delivery': dayText(service.estimated_delivery_date),
    Transit:
      service.estimated_transit_days === 0 ? 'Same day' : counted(service.estimated_transit_days, 'day'),
    'Guaranteed service': service.guaranteed_service ? 'Yes' : 'No',
    Requested: <Requested quote={quote} />,
    'Loads a week': quote.weekly_volume,
    'Contract rate': rate && (
      <Link to={`/contract-rates/${encodeURIComponent(rate)}`}>{`Version ${version}`}</Link>
    ),
    'Price set by a person': source.set && setPriceText(source),
    'Volume tier': tier && `From ${counted(tier.from_volume, 'load')} a week`,
    'Pricing strategy': `Version ${quote.pricing_strategy_version}`,
    Customer: quote.customer && <bdi>{quote.customer}</bdi>,
    Revises: quote.revises && quoteLink(quote.revises),
    'Revised by': quote.superseded_by && quoteLink(quote.superseded_by),
    'Time of the decline': decline && <Time value={decline.declined_at} />,
    Reason: decline && reasonText(decline.reason),
    'Price of the competitor': decline?.competitor_price && dollars(decline.competitor_price),
    'Note of the decline': decline?.note && <bdi>{decline.note}</bdi>,
    'Time of the conversion': conversion && <Time value={conversion.converted_at} />,
    'Converted by': conversion?.converted_by && <bdi>{conversion.converted_by}</bdi>,
    Order: conversion?.order_reference && <bdi>{conversion.order_reference}</bdi>,
  };
}

/** "Total, instead of $612.50: Target of the customer" */
function setPriceText({ set, strategy_total: total = 0, set_reason: reason }: Quote['rate_source']) {
  const what = { total_rate: 'Total', base_rate: 'Base rate', margin_percent: 'Margin' }[set ?? 'total_rate'];
  return (
    <>
      {`${what}, instead of a total of ${dollars(total)}`}
      {reason === undefined ? null : (
        <>
          : <bdi>{reason}</bdi>
        </>
      )}
    </>
  );
}

const reasonText = (reason: string): string =>
  (reason.charAt(0).toUpperCase() + reason.slice(1)).replaceAll('_', ' ');

function Requested({ quote: { route } }: { readonly quote: Quote }) {
  const { origin, destination, stops = [] } = route.requested;
  return (
    <>
      <bdi>{origin}</bdi> to <bdi>{destination}</bdi>
      {stops.length === 0 ? null : (
        <>
          {' '}
          over <bdi>{stops.join('; ')}</bdi>
        </>
      )}
    </>
  );
}

function CopyCode({ quote }: { readonly quote: Quote }) {
  const clipboard = useClipboard();
  const [chosen, setChosen] = useState('');
  const { origin } = window.location;
  const body = requestQuote(formOfQuote(quote, ''));
  const samples = [
    { label: 'curl: read this quote', text: readQuoteCurl(origin, quote.quote_id) },
    { label: 'curl: create the same quote', text: createQuoteCurl(origin, body) },
    { label: 'TypeScript: read this quote', text: readQuoteCode(origin, quote.quote_id) },
    { label: 'TypeScript: create the same quote', text: createQuoteCode(origin, body) },
  ];
  return (
    <div>
      <Menu withInitialFocusPlaceholder={false} position="bottom-end" shadow="md" width={290}>
        <Menu.Target>
          <Button variant="default">Copy as code</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>The key is a variable: set FREIGHT_API_KEY</Menu.Label>
          {samples.map(({ label, text }) => (
            <Menu.Item
              key={label}
              onClick={() => {
                clipboard.copy(text);
                setChosen(label);
              }}
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <span role="status" className="hidden-text">
        {clipboard.error !== null ? NOT_COPIED : clipboard.copied ? `Copied: ${chosen}` : ''}
      </span>
    </div>
  );
}
