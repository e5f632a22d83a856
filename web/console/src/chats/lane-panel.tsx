import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ChatLane, ChatQuote, QuoteChatBody } from '../api/client.ts';
import { fieldTitle, inFormWords } from '../api/field-messages.ts';
import { SendingForm } from '../form/form-dialog.tsx';
import { dayText } from '../format/dates.ts';
import { dollars } from '../format/numbers.ts';
import { PriceFields } from '../quotes/move-fields.tsx';
import { equipmentName } from '../rates/equipment.ts';
import { requirementName } from '../rates/special-requirements.ts';
import { TextList } from '../shell/feedback.tsx';
import { Facts, Panel } from '../shell/page.tsx';
import { partId } from './marked-parts.ts';

const FIELDS: readonly (readonly [field: string, label: string, isNeeded: boolean])[] = [
  ['origin', 'Origin', true],
  ['destination', 'Destination', true],
  ['equipment_type', 'Equipment', true],
  ['pickup_date', 'Pickup', true],
  ['stops', 'Stops', false],
  ['special_requirements', 'Accessorials', false],
  ['weekly_volume', 'Loads a week', false],
  ['weight_lbs', 'Weight', false],
  ['commodity', 'Commodity', false],
  ['customer_reference', 'Reference', false],
];

function valueText({ request, route }: ChatLane, field: string): string | undefined {
  switch (field) {
    case 'origin':
    case 'destination':
      return route[field]?.name ?? request[field] ?? undefined;
    case 'equipment_type':
      return request.equipment_type === null ? undefined : equipmentName(request.equipment_type);
    case 'pickup_date':
      return request.pickup_date === null ? undefined : dayText(request.pickup_date);
    case 'stops':
      return request.stops.join('; ') || undefined;
    case 'weight_lbs':
      return request.weight_lbs === null ? undefined : `${request.weight_lbs.toLocaleString('en-US')} lb`;
    case 'special_requirements':
      return (
        request.special_requirements
          .map((one) =>
            typeof one === 'string' ? requirementName(one) : `${requirementName(one.name)}, ${one.quantity}`,
          )
          .join('; ') || undefined
      );
    default: {
      const value = request[field as 'weekly_volume' | 'commodity' | 'customer_reference'];
      return value === null ? undefined : String(value);
    }
  }
}

interface LanePanelProps {
  readonly lane: ChatLane;
  readonly quoteId: string | undefined;
  readonly quoted: ChatQuote | undefined;
  /** Makes the quote at a price; absent: the key cannot quote. */
  readonly onPrice: ((price: SetPrice) => Promise<unknown>) | undefined;
}

type SetPrice = NonNullable<QuoteChatBody['price']>;

export function LanePanel({ lane, quoteId, quoted, onPrice }: LanePanelProps) {
  const facts = FIELDS.flatMap(([field, label, isNeeded]): (readonly [string, ReactNode])[] => {
    const value = valueText(lane, field);
    const words = lane.found.filter((part) => part.field === field);
    if (value === undefined && words.length === 0 && !isNeeded) return [];
    return [
      [
        label,
        <span key={field}>
          {value === undefined ? (
            <span className="dimmed">{words.length === 0 ? 'Not in the text' : 'Not clear'}</span>
          ) : (
            <bdi>{value}</bdi>
          )}
          {words.map(({ text, start, source = 0 }) => (
            <a key={`${source} ${start}`} className="small" href={`#${partId(source, start)}`}>
              <span className="hidden-text">{label} from </span>“<bdi>{text}</bdi>”
            </a>
          ))}
        </span>,
      ],
    ];
  });
  return (
    <Panel title={`Lane ${lane.index + 1}`}>
      <Facts facts={Object.fromEntries(facts)} />
      {lane.assumptions.length === 0 ? null : (
        <>
          <h3 className="subtitle">Assumed</h3>
          <TextList texts={lane.assumptions} />
        </>
      )}
      {quoteId === undefined ? null : (
        <p className="text">
          <Link to={`/quotes/${encodeURIComponent(quoteId)}`}>
            {quoted?.quote === undefined
              ? 'Open the quote'
              : `Quote: ${dollars(quoted.quote.pricing.total_rate)}`}
            <span className="hidden-text"> of lane {lane.index + 1}</span>
          </Link>
        </p>
      )}
      {quoted?.error === undefined ? null : <LaneError error={quoted.error} />}
      {onPrice === undefined || quoteId !== undefined || lane.missing.length > 0 ? null : (
        <details>
          <summary>Set the price</summary>
          <SendingForm<{ readonly price: SetPrice }>
            label={`Price of lane ${lane.index + 1}`}
            className="dialog-form"
            initial={{ price: { total_rate: '' as unknown as number } }}
            action={`Quote lane ${lane.index + 1}`}
            send={({ price }) => onPrice(price)}
          >
            <PriceFields />
          </SendingForm>
        </details>
      )}
    </Panel>
  );
}

function LaneError({ error: { message, details } }: { readonly error: NonNullable<ChatQuote['error']> }) {
  const errors = (details.errors ?? []) as readonly { readonly field: string; readonly message: string }[];
  const texts =
    errors.length === 0 ? [message] : errors.map((one) => `${fieldTitle(one.field)}: ${one.message}`);
  return (
    <div role="alert">
      {texts.map((text) => (
        <p key={text} className="error-text">
          <bdi>{inFormWords(text)}</bdi>
        </p>
      ))}
    </div>
  );
}
