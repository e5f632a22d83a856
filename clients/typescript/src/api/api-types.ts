// Written by `npm run openapi` from openapi.json. Do not edit.

/** Texts in `code` of errors. Errors of terminals, rates and usage have the HTTP status instead. */
export type ErrorCode =
  | 'BILLING_REQUIRED'
  | 'CHAT_NOT_FOUND'
  | 'CHAT_TOO_LONG'
  | 'CONTRACT_RATE_CHANGED'
  | 'CONTRACT_RATE_INVALID'
  | 'CONTRACT_RATE_LIMIT_REACHED'
  | 'CONTRACT_RATE_NOT_FOUND'
  | 'CONTRACT_RATE_UPLOAD_NOT_FOUND'
  | 'CUSTOMER_CONFLICT'
  | 'CUSTOMER_NOT_FOUND'
  | 'FORBIDDEN'
  | 'IDEMPOTENCY_CONFLICT'
  | 'INTERNAL_ERROR'
  | 'INVALID_API_KEY'
  | 'INVALID_PARAMETERS'
  | 'LANES_AWARDED'
  | 'LOCATION_AMBIGUOUS'
  | 'LOCATION_NOT_FOUND'
  | 'NO_ROUTE'
  | 'QUOTE_ALREADY_CONVERTED'
  | 'QUOTE_ALREADY_DECLINED'
  | 'QUOTE_EXPIRED'
  | 'QUOTE_LIMIT_EXCEEDED'
  | 'QUOTE_NOT_FOUND'
  | 'QUOTE_SUPERSEDED'
  | 'QUOTE_UPLOAD_NOT_FOUND'
  | 'RATE_LIMIT_EXCEEDED'
  | 'RFP_NOT_FOUND'
  | 'RFP_NOT_READY'
  | 'SHARE_LINK_NOT_FOUND'
  | 'STRATEGY_CHANGED'
  | 'TARIFF_CHANGED'
  | 'TOO_MANY_RFPS'
  | 'TOO_MANY_UPLOADS'
  | 'UPLOAD_ENDED'
  | 'USAGE_LIMIT_EXCEEDED'
  | 'conflict'
  | 'forbidden'
  | 'internal_error'
  | 'invalid_request'
  | 'not_found'
  | 'rate_limit_exceeded'
  | 'unauthorized';

/** Error of operations on quotes, RFPs, chats, pricing strategies and accessorials. */
export interface QuotesError {
  readonly error: QuotesErrorError;
}

/** Error of operations on terminals, rates, usage, the organization, keys and the audit log. */
export interface RatesError {
  readonly error: RatesErrorError;
  /** Errors of the lanes of a rate request. */
  readonly errors?: readonly RatesErrorError2[];
  /** Similar names for unknown terminals. */
  readonly suggestions?: readonly RatesErrorSuggestion[];
}

/**
 * Error of operations on webhooks, of unknown paths, and of requests that are rejected before they reach an
 * operation.
 */
export interface GeneralError {
  readonly success: false;
  readonly error: GeneralErrorError;
}

/** Position of the page. */
export interface CursorPagination {
  /** Cursor of the next page; null on the last page. */
  readonly next_cursor: string | null;
  /** Maximum items of the page. */
  readonly limit: number;
}

/** A port, rail or intermodal facility. */
export interface Terminal {
  /** Exact name, which rate requests take as `originTerminal`. */
  readonly name: string;
  /** Latitude, then longitude, in degrees. */
  readonly geolocation: readonly [number, number];
  /** `intermodal` includes inland ports, container freight stations and yards. */
  readonly type: TerminalType;
  /** Street address; empty if it is uncertain. */
  readonly address: string;
  /** City of the address. */
  readonly city: string;
  /** 2-letter state code. */
  readonly state: string;
  /** ZIP code. */
  readonly zip: string;
  /** Other names in use. */
  readonly aliases: readonly string[];
  /** Port or railroad. */
  readonly group: string;
  /** City of the port. */
  readonly portCity: string;
  /** Terminal code of SMDG; empty if there is none. */
  readonly smdgCode: string;
  /** UN/LOCODE; empty if there is none. */
  readonly locode: string;
  readonly codes: TerminalCodes;
  /**
   * Cargo that the terminal handles; empty if it is unknown. `container` includes ocean carriers between US
   * places, such as Hawaii.
   */
  readonly services: readonly TerminalService[];
  /** Whether it is one of the main container terminals of its port. */
  readonly principal: boolean;
  /** UN/LOCODE of the port; empty for ramps. */
  readonly port: string;
  /** Gate hours in the format of OpenStreetMap; empty if they are not public. */
  readonly hours: string;
}

/** A US city or ZIP code. */
export interface SuggestedPlace {
  /** Text that quotes accept as `origin` and `destination`: `Savannah, GA` or `Savannah, GA 31401`. */
  readonly text: string;
  /** `city` for the center of a city, `zip` for a ZIP code. */
  readonly type: SuggestedPlaceType;
  /** City, as rates accept it in `destinationCity`. */
  readonly city: string;
  /** 2-letter state code, for `destinationState`. */
  readonly state: string;
  /** ZIP code, for `destinationZip`; empty for a city. */
  readonly zip: string;
  /** Latitude, then longitude, in degrees. */
  readonly coordinates: readonly [number, number];
}

/**
 * The path that the miles of a lane come from, for a map. It connects highway junctions by straight lines and
 * is not guidance for drivers.
 */
export interface RoadRoute {
  /** Method of the path: `highway-graph-v5`, or `road-factor-v1` for a straight line. */
  readonly source: string;
  /** Length of the path, one way. */
  readonly miles: number;
  readonly geometry: RoadRouteGeometry;
  /** Highways in the order of the path; local roads are left out. Empty without a highway path. */
  readonly highways: readonly RoadRouteHighway[];
  /**
   * How the path differs from the distance of the lane, as full sentences. Empty if the path is the source of
   * the distance.
   */
  readonly notes: readonly string[];
}

/**
 * Tolls of a truck with five axles on the way that the miles come from: bridges, tunnels and turnpikes in a
 * dated table. The way back of a container counts as far as the truck drives it empty. They are part of the
 * price, before margin and market factor.
 */
export interface Tolls {
  /** Sum of the facilities in USD; 0 if the way has none. */
  readonly amount: number;
  /** Always true: the price includes the amount. */
  readonly included: true;
  /** In the order of the way. Empty if the way has none. */
  readonly facilities: readonly TollsFacility[];
  /** Day of the table. */
  readonly as_of: string;
}

/** A lane to price. Unknown fields are ignored. */
export interface Lane {
  /** Exact name of a terminal of the terminal search. */
  readonly originTerminal: string;
  /** Type of the terminal. Default: any. */
  readonly originType?: TerminalType | undefined;
  /** Letters, spaces, hyphens and apostrophes, with at least one letter. */
  readonly destinationCity: string;
  /** 2-letter US state code. */
  readonly destinationState: string;
  /** ZIP code of 5 digits, or ZIP+4. It improves the accuracy. */
  readonly destinationZip?: string | undefined;
  /** A container, in a usual spelling. Default: container_40. */
  readonly equipment?: string | undefined;
  /** Adds the surcharge for hazardous goods. Default: false. */
  readonly hazmat?: boolean | undefined;
  /** Adds the surcharge for an overweight container. Default: false. */
  readonly overweight?: boolean | undefined;
  /** Day to price for, from 365 days before today (UTC) to 365 days after. Default: today. */
  readonly date?: string | undefined;
}

/** The rate of a lane. */
export interface RateResult {
  readonly origin: RateResultOrigin;
  readonly destination: RateResultDestination;
  /** The priced container. */
  readonly equipment: ContainerType;
  /** The priced day. */
  readonly date: string;
  /** The rate and its basis. */
  readonly analysis: RateAnalysis;
  /** The path of the lane. Only with `include=route`. */
  readonly route?: RoadRoute;
}

/** A market rate. Amounts are in USD, distances are one-way road miles. */
export interface RateAnalysis {
  /** Linehaul and fuel, without surcharges. */
  readonly suggestedRate: number;
  /** `suggestedRate` divided by `distance`. */
  readonly ratePerMile: number;
  /** Confidence in the rate from 0 to 100. */
  readonly confidenceScore: number;
  /** One-way road miles. */
  readonly distance: number;
  readonly rateRange: RateAnalysisRateRange;
  /** Direction of the rate over recent weeks. */
  readonly trend: RateAnalysisTrend;
  /** Loads of the market. */
  readonly activity: RateAnalysisActivity;
  readonly timeline: RateAnalysisTimeline;
  readonly forecast: RateAnalysisForecast;
  readonly basis: RateAnalysisBasis;
  readonly fuel: RateAnalysisFuel;
  /** The tolls in the rate. */
  readonly tolls: Tolls;
  /**
   * Charges in addition to `suggestedRate`: those of the equipment, hazmat and overweight, by the
   * organization's own accessorial tariff or the base tariff.
   */
  readonly surcharges: readonly RateAnalysisSurcharge[];
  /** Sum of the surcharges. */
  readonly surchargesTotal: number;
  /** Charges that are usual for the move and that `suggestedRate` does not include. */
  readonly excluded: readonly RateAnalysisExcluded[];
  /** Source of the distance. */
  readonly distanceSource: string;
  /** Assumptions that the caller should check, as full sentences. */
  readonly warnings: readonly string[];
}

/** What a quote and its preview say about a move. */
export interface QuotedMove {
  /** Amounts of the quote. */
  readonly pricing: QuotePricing;
  /**
   * Charges that can arise after the move. They are not in the total. A charge with amounts by day has an
   * entry for each tier.
   */
  readonly schedule_of_charges: readonly QuotedMoveScheduleOfCharge[];
  /** Schedule of the move. */
  readonly service_details: QuoteServiceDetails;
  /** Canonical name of the requested equipment. */
  readonly equipment_type: EquipmentType;
  /** Tariff names of the requested accessorials, each once. */
  readonly special_requirements: readonly string[];
  readonly quantities?: QuotedMoveQuantities;
  /** Resolved origin and destination. */
  readonly route: QuoteRoute;
  /** Stops between origin and destination, in order. Each is charged as `stop_off`. */
  readonly stops: readonly QuoteStop[];
  /** Every priced terminal, cheapest first; the quote is for the lower median. Empty for over-the-road moves. */
  readonly terminals: readonly QuotedMoveTerminal[];
  /** Name of the customer; empty if the request had none. */
  readonly customer: string;
  /** Id of the customer that the name stood for when the quote was made; null if there was none. */
  readonly customer_id: string | null;
  /** Loads a week of the request; null if the request had none. */
  readonly weekly_volume: number | null;
  /** Pounds of cargo of the request; null if it had none. */
  readonly weight_lbs: number | null;
  /** What is moved; empty if the request did not say it. */
  readonly commodity: string;
  readonly rate_source: QuotedMoveRateSource;
  readonly pricing_rule?: QuotedMovePricingRule;
  readonly margin: QuotedMoveMargin;
  /** Version of the pricing strategy that priced the quote. */
  readonly pricing_strategy_version: number;
  /** Assumptions that the caller should check, as full sentences. */
  readonly warnings: readonly string[];
}

/** A new quote. A read returns the same fields, the creation time and the reference. */
export interface CreatedQuote extends QuotedMove {
  /** `Q-` and 27 base-32 digits. Ids sort by creation time. */
  readonly quote_id: string;
  /**
   * `active` until 23:59:59Z of the last day, then `expired`; `converted` permanently after a conversion.
   * Derived at each read.
   */
  readonly status: QuoteStatus;
  /** Last second in which the quote is valid, UTC. */
  readonly expiry_date: string;
  /** Market cost of the move. */
  readonly market: QuoteMarket;
  /** The quote that this one supersedes. Absent if it revises none. */
  readonly revises?: string;
}

/** A quote. */
export interface Quote extends CreatedQuote {
  /** Time of creation, UTC. */
  readonly created_at: string;
  /** The reference of the request; empty if it had none. */
  readonly customer_reference: string;
  /**
   * `open` while the quote is valid and undecided, then `expired`; `won` after a conversion, `lost` after a
   * decline, `superseded` after a revision.
   */
  readonly outcome: QuoteOutcome;
  readonly conversion?: QuoteConversion;
  readonly decline?: QuoteDecline;
  /** The quote that revises this one. Only of a superseded quote. */
  readonly superseded_by?: string;
}

/** The diesel price that the fuel of a quote comes from. */
export interface QuoteFuel {
  /** USD per gallon. */
  readonly diesel_price: number;
  /** Region of the diesel price, such as `California`. */
  readonly diesel_region: string;
  /** Monday of the week of the diesel price. */
  readonly diesel_date: string;
  /** Set if the price is estimated from that of the West Coast (PADD5). */
  readonly estimated?: true;
}

/** Amounts in USD. `total_rate` is the sum of base rate, fuel surcharge and accessorial charges. */
export interface QuotePricing {
  /** Linehaul with the margin of the pricing strategy. */
  readonly base_rate: number;
  /** Fuel surcharge; 0 if the pricing strategy or the contract rate includes fuel in the base rate. */
  readonly fuel_surcharge: number;
  /** The diesel price that the fuel comes from; null if a contract rate includes fuel or has a fixed surcharge. */
  readonly fuel: QuoteFuel | null;
  /** The tolls in the base rate; null if a contract rate or a person sets an amount, which tolls do not change. */
  readonly tolls: Tolls | null;
  readonly accessorial_charges: QuotePricingAccessorialCharges;
  /** Price of the move. */
  readonly total_rate: number;
  /** Always USD. */
  readonly currency: 'USD';
  /** Charges that are usual for the move and not included in `total_rate`. */
  readonly excluded_charges: readonly QuotePricingExcludedCharge[];
  /** The charges of `accessorial_charges`. */
  readonly accessorials: readonly QuotePricingAccessorial[];
}

/** Schedule of the move. */
export interface QuoteServiceDetails {
  /** 0 if a round trip fits one shift. */
  readonly estimated_transit_days: number;
  /** Whether the quote has the accessorial `guaranteed`. */
  readonly guaranteed_service: boolean;
  /** Requested day of pickup. */
  readonly pickup_date: string;
  /** First day from `pickup_date` on which the gate of the origin terminal is open. */
  readonly planned_pickup_date: string;
  /** Estimated day of delivery. */
  readonly estimated_delivery_date: string;
}

/** Resolved origin and destination. */
export interface QuoteRoute {
  /** Where the load is picked up. */
  readonly origin: QuoteStop;
  /** Where the load is delivered. */
  readonly destination: QuoteStop;
  /** One-way road miles, through all stops. */
  readonly distance: number;
  /** Source of the distance. */
  readonly distance_source: string;
  readonly requested: QuoteRouteRequested;
}

/** A terminal or a city. */
export interface QuoteStop {
  /** Name of the terminal, or city and state. */
  readonly name: string;
  /** Type of the terminal, or `city`. */
  readonly type: QuoteStopType;
  /** City. */
  readonly city: string;
  /** 2-letter state code. */
  readonly state: string;
  /** ZIP code; empty for a city without one of its own. */
  readonly zip: string;
  /** Latitude, then longitude, in degrees. */
  readonly coordinates: readonly [number, number];
}

/** Market cost of linehaul and fuel, without margin and accessorials, and its basis. */
export interface QuoteMarket {
  /** Linehaul plus fuel in USD. */
  readonly rate: number;
  readonly range: RateAnalysisRateRange;
  /** Confidence in the rate from 0 to 100. */
  readonly confidence: number;
  readonly basis: QuoteMarketBasis;
  /** Whether the loads behind the rate are simulated. */
  readonly simulated: boolean;
  readonly spread: QuoteMarketSpread;
  /** Factors that the price ignores, as full sentences. */
  readonly not_known: readonly string[];
}

/** The price that a quote would have. */
export interface QuotePreview extends QuotedMove {
  readonly market: QuotePreviewMarket;
  /** The reference of the request; empty if it had none. */
  readonly customer_reference: string;
}

/** A price that a person sets: exactly one of `total_rate`, `base_rate` and `margin_percent`. */
export interface QuotePrice {
  /** Total in USD. The base rate is what fuel surcharge and accessorials leave. */
  readonly total_rate?: number | undefined;
  /** Base rate in USD. */
  readonly base_rate?: number | undefined;
  /**
   * Margin in percent of the market linehaul, with fuel if the strategy includes it; without floor and
   * rounding.
   */
  readonly margin_percent?: number | undefined;
  /** Why, for your own records. `rate_source.set_reason` returns it. */
  readonly reason?: string | undefined;
}

/** A quote in a list. */
export interface QuoteListItem {
  /** Id of the quote. */
  readonly quote_id: string;
  /** Status at the time of the call. */
  readonly status: QuoteStatus;
  /**
   * `open` while the quote is valid and undecided, then `expired`; `won` after a conversion, `lost` after a
   * decline, `superseded` after a revision.
   */
  readonly outcome: QuoteOutcome;
  /** Time of creation, UTC. */
  readonly created_at: string;
  /** Price of the move. */
  readonly total_rate: number;
  /** Currency of `total_rate`. */
  readonly currency: string;
  readonly route: QuoteListItemRoute;
  /** The reference of the request; empty if it had none. */
  readonly customer_reference: string;
  /** Name of the customer; empty if the request had none. */
  readonly customer: string;
  /** Id of the customer that the name stood for when the quote was made; null if there was none. */
  readonly customer_id: string | null;
  /** Equipment. */
  readonly equipment_type: EquipmentType;
}

/** An event of a quote. */
export interface QuoteEventItem {
  /** Id of the event. Its requests have the id in the headers `webhook-id` and `X-Event-Id`. */
  readonly event_id: string;
  /** Name of the event. */
  readonly event: EventName;
  /**
   * Status of the quote in the event: `pending` for a new quote, later `converted`, `declined`, `superseded`
   * or `expired`. A quote can have several of these.
   */
  readonly status: QuoteEventItemStatus;
  /** Time of the change, UTC. */
  readonly created_at: string;
  /**
   * The first delivery to each webhook that subscribed to the event. Empty without such webhooks, and 30 days
   * after the event.
   */
  readonly deliveries: readonly QuoteEventDelivery[];
}

/**
 * A delivery of an event. Fields without a value are absent. `GET
 * /v1/webhooks/{webhook_id}/deliveries/{delivery_id}` returns its attempts.
 */
export interface QuoteEventDelivery {
  /** Id of the delivery. */
  readonly delivery_id: string;
  /** The webhook that receives the event. */
  readonly webhook_id: string;
  /** `pending`, then `delivered` or `failed`. */
  readonly status: DeliveryStatus;
  /** Why it failed. */
  readonly reason?: string;
  /** Attempts so far, including an attempt in progress. */
  readonly attempts: number;
  /** Start of the last logged attempt, UTC. */
  readonly last_attempt_at?: string;
  /** HTTP status of the last attempt, if the receiver answered. */
  readonly last_response_status?: number;
  /** The newest delivery that repeats this one. */
  readonly redelivered_by?: string;
}

/** An average over quotes. */
export interface QuoteReportAverage {
  /** USD for each quote, rounded to cents; can be less than 0. */
  readonly amount: number;
  /** All amounts in percent of what they are based on, with 2 decimals. */
  readonly percent: number;
}

/** Why an upload is rejected or failed. */
export interface UploadError {
  /**
   * FILE_INVALID: the message says what to correct. COLUMNS_NOT_UNDERSTOOD: a column is missing, or is not
   * understood and could be needed; rename it, or send `columns`. FILE_TOO_LARGE: split the file.
   * IMPORT_CRASHED: two runs ended while they worked on the file; split it. IMPORT_EXPIRED: the import waited
   * too long; upload the file again. LOAD_LIMIT_REACHED, CONTRACT_RATE_LIMIT_REACHED: the organization has the
   * maximum of loads or contract rates.
   */
  readonly code: UploadErrorCode;
  /** The same as `reason` of the upload. */
  readonly message: string;
}

/** How the columns of a file were read. */
export interface FileColumns {
  /** Columns that were read. */
  readonly read: readonly FileColumnsRead[];
  /** Headers of columns that were not read. */
  readonly unread: readonly string[];
}

/** All rejected rows with their reasons. */
export interface RejectedTableFile {
  /** Address of the CSV file. It needs no key. */
  readonly url: string;
  /** When the address expires, UTC. A repeated call returns a new one. */
  readonly expires_at: string;
}

/** An upload of past quotes. */
export interface QuoteUpload {
  /** Id of the upload. */
  readonly upload_id: string;
  /** Name of the file, as given; null if none was given. */
  readonly file_name: string | null;
  /**
   * awaiting_upload: the file was not sent yet; importing; imported; rejected: no row was imported; failed:
   * the import stopped, and a part of the rows may be imported; expired: the file was not sent in time;
   * cancelled.
   */
  readonly state: QuoteUploadState;
  /** When the upload was created, UTC. */
  readonly created_at: string;
  /** Until when the file can be sent, UTC. */
  readonly expires_at: string;
  /**
   * What the import does; null if the file was not sent or the import has ended. queued: it starts soon;
   * waiting: the organization is suspended.
   */
  readonly step: QuoteUploadStep | null;
  /** Estimated progress of the import, 0 to 1. */
  readonly progress: number;
  readonly rows: QuoteUploadRows;
  /** Why the file was rejected, the import stopped or waits, or that the upload was cancelled; otherwise null. */
  readonly reason: string | null;
  /** Why the upload is rejected or failed; otherwise null. */
  readonly error: UploadError | null;
  /** How the columns of the file were read, when the import has ended; otherwise null. */
  readonly columns: FileColumns | null;
  /** What was noticed when the file was read, such as skipped rows and hidden columns, as sentences. */
  readonly notes: readonly string[];
  /** The first rejected rows, at most 20, when the import has ended. */
  readonly rejected_rows: readonly QuoteUploadRejectedRow[];
  /** All rejected rows with their reasons as CSV; null if there are none. */
  readonly rejected_file: RejectedTableFile | null;
  /** What was assumed of a row, and rates that start or end in the past; at most 100. */
  readonly warnings: readonly QuoteUploadWarning[];
}

/** An upload of past quotes, with the address for its file. */
export interface CreatedQuoteUpload extends QuoteUpload {
  readonly address?: CreatedQuoteUploadAddress;
}

/** A contract rate. Unknown fields are rejected. */
export interface NewContractRate {
  /** Name of the customer, compared without case and accents; empty for all customers. */
  readonly customer?: string | undefined;
  /**
   * Where moves start. A terminal name, ZIP code, city with state, 3-digit ZIP ("303"), UN/LOCODE of a port,
   * state code, or "*" for anywhere.
   */
  readonly origin: string;
  /**
   * Where moves end. A terminal name, ZIP code, city with state, 3-digit ZIP ("303"), UN/LOCODE of a port,
   * state code, or "*" for anywhere.
   */
  readonly destination: string;
  /** Equipment, as in quotes. */
  readonly equipment_type: string;
  /**
   * `flat`: USD a move. `per_mile`: USD a one-way mile. `percent_of_market`: percent of the market linehaul
   * without fuel.
   */
  readonly rate_type: NewContractRateRateType;
  /**
   * flat: USD with 2 decimals, at most 100,000. per_mile: USD a mile with 4 decimals, at most 1,000.
   * percent_of_market: percent with 2 decimals, at most 500.
   */
  readonly amount: number;
  /** Least base rate in USD. */
  readonly minimum?: number | undefined;
  /**
   * `included`: the amount includes fuel. `market`: the fuel of the market. An object: a surcharge of the
   * rate.
   */
  readonly fuel: NewContractRateFuel | ContractFuelSurcharge;
  readonly accessorial_overrides?: NewContractRateAccessorialOverrides | undefined;
  /** First pickup day. A past day is allowed; existing quotes do not change. */
  readonly effective_from: string;
  /** Last pickup day, not before `effective_from`. Without it the rate has no end. */
  readonly effective_to?: string | undefined;
  /** Amounts by loads a week, by increasing volume. Below the first tier `amount` applies. */
  readonly tiers?: readonly NewContractRateTier[] | undefined;
  /**
   * Id of the rate in your system; empty if there is none. For each customer, a rate with the same id replaces
   * the stored one.
   */
  readonly external_id?: string | undefined;
}

/** The fuel surcharge of a contract rate. It has the members of its method; others are rejected. */
export interface ContractFuelSurcharge {
  /**
   * `per_mile`: USD a mile, either the fixed `value`, or the diesel price minus `peg`, divided by
   * `miles_per_gallon`, never negative. `percent`: `value` percent of the base rate, after tier and minimum.
   * `table`: by `rows`. The surcharge is rounded once to cents, half up.
   */
  readonly method: ContractFuelSurchargeMethod;
  /**
   * With `per_mile`: fixed USD a mile, at most 20, with 4 decimals. With `percent`: at most 100, with 2
   * decimals.
   */
  readonly value?: number | undefined;
  /** Diesel price in USD per gallon up to which the amount includes fuel. */
  readonly peg?: number | undefined;
  /** Miles per gallon. */
  readonly miles_per_gallon?: number | undefined;
  /**
   * Steps of the diesel price, by increasing `from`. Below the first row the surcharge is 0; the last row also
   * applies to all higher prices.
   */
  readonly rows?: readonly ContractFuelSurchargeRow[] | undefined;
  /**
   * Whose diesel price is used, with `peg` or a table: `US`, the national average, or a region of the EIA
   * (R1X, R1Y, R1Z, R20, R30, R40, R50, R5XCA, CA). Absent: the region of the origin. The price is that of the
   * week of the pickup; if it is not published yet, the newest one.
   */
  readonly region?: ContractFuelSurchargeRegion | undefined;
  /**
   * Miles of a surcharge per mile: `one_way` (default), the distance of the lane, or `round_trip`, twice the
   * distance. Absent with percentages.
   */
  readonly miles?: ContractFuelSurchargeMiles | undefined;
}

/** A version of a contract rate. */
export interface ContractRate {
  /** `C-` and 27 base-32 digits. Ids sort by creation time. */
  readonly rate_id: string;
  /** 1 for a new rate; each replacement adds 1. */
  readonly version: number;
  /** Name of the customer, compared without case and accents; empty for all customers. */
  readonly customer: string;
  /** Where moves start, in a form that can be sent again. */
  readonly origin: string;
  /** Where moves end, in a form that can be sent again. */
  readonly destination: string;
  /** Equipment. */
  readonly equipment_type: EquipmentType;
  /**
   * `flat`: USD a move. `per_mile`: USD a one-way mile. `percent_of_market`: percent of the market linehaul
   * without fuel.
   */
  readonly rate_type: NewContractRateRateType;
  /** USD, USD per mile or percent, by `rate_type`. */
  readonly amount: number;
  /** Least base rate in USD; null if there is none. */
  readonly minimum: number | null;
  /**
   * `included`: the amount includes fuel. `market`: the fuel of the market. An object: a surcharge of the
   * rate.
   */
  readonly fuel: NewContractRateFuel | ContractFuelSurcharge;
  readonly accessorial_overrides: ContractRateAccessorialOverrides;
  /** First pickup day. */
  readonly effective_from: string;
  /** Last pickup day; null if the rate has no end. */
  readonly effective_to: string | null;
  /** Amounts by loads a week, by increasing volume. Below the first tier `amount` applies. */
  readonly tiers: readonly NewContractRateTier[];
  /**
   * Id of the rate in your system; empty if there is none. For each customer, a rate with the same id replaces
   * the stored one.
   */
  readonly external_id: string;
  /** Id of the customer that the name stands for; null if there is none. */
  readonly customer_id: string | null;
  /** Time of this version, UTC. */
  readonly updated_at: string;
}

/** An upload of contract rates. */
export interface ContractRateUpload extends QuoteUpload {
  readonly overlaps: ContractRateUploadOverlaps;
}

/** An upload of contract rates, with the address for its file. */
export interface CreatedContractRateUpload extends CreatedQuoteUpload {
  readonly overlaps: ContractRateUploadOverlaps;
}

/** A new RFP. */
export interface CreatedRfp extends Rfp {
  /** Where to send the file of lanes, if `source` is `upload`. A repeated call gets it until it expires. */
  readonly upload?: RfpUpload;
}

/** How to send the file of lanes. */
export interface RfpUpload {
  /** Address that accepts one file. It needs no key; keep it secret. */
  readonly url: string;
  /** Method of the request. */
  readonly method: 'PUT';
  readonly headers: CreatedQuoteUploadAddressHeaders;
  /** When the address expires, UTC. A transfer that has begun can end later. */
  readonly expires_at: string;
}

/** Why an RFP failed. */
export interface RfpError {
  /** `FILE_INVALID`, `COLUMNS_NOT_UNDERSTOOD`, `USAGE_LIMIT_EXCEEDED` or `BILLING_REQUIRED`. */
  readonly code: RfpErrorCode;
  /** What to change, as a sentence. */
  readonly message: string;
}

/** An RFP, without its lanes. */
export interface Rfp {
  /** `R-` and 27 base-32 digits. Ids sort by creation time. */
  readonly rfp_id: string;
  /** Name of the RFP. */
  readonly name: string;
  /**
   * `awaiting_upload` until the file of lanes is read; `failed` if it has no lanes to price; `pricing` while
   * lanes of the current version have no result, then `priced`; `awarded` when each lane with a price is won,
   * lost or excluded; `closed` by its operation. Derived at each read.
   */
  readonly status: CreatedRfpStatus;
  /** Name of the customer; empty if there is none. */
  readonly customer: string;
  /** Id of the customer that the name stood for when the RFP was made; null if there was none. */
  readonly customer_id: string | null;
  /** Your own reference; empty if there is none. */
  readonly customer_reference: string;
  /** Equipment of lanes without their own. */
  readonly equipment_type: EquipmentType;
  /** Accessorials of lanes without their own, by tariff name. */
  readonly special_requirements: readonly string[];
  readonly quantities?: CreatedRfpQuantities;
  /** First day of the contract, for which lanes are priced; null: priced for the day of pricing. */
  readonly contract_start: string | null;
  /** Last day of the contract; null if it is not known. */
  readonly contract_end: string | null;
  /** Time of creation, UTC. */
  readonly created_at: string;
  /** Time of the last change, which includes each result of lanes, UTC. */
  readonly updated_at: string;
  /** Number of the pricing by the market, from 1. Each repricing makes the next version. */
  readonly version: number;
  /** The moment for which lanes are priced, UTC; null before the file of lanes is read. */
  readonly priced_as_of: string | null;
  /** Markup in percent that replaces the pricing strategy; null: the pricing strategy applies. */
  readonly margin_percent: number | null;
  readonly lanes: CreatedRfpLanes;
  /** Whether the loads behind prices of lanes are simulated: these prices are an example and not an offer. */
  readonly simulated: boolean;
  /** Calls that the current version counts as usage, with its corrections: one for each ten lanes begun. */
  readonly calls: number;
  /** Until when the file of lanes can be sent, UTC; null if the lanes came with the request. */
  readonly upload_until: string | null;
  /** Why the RFP failed; null if it did not. */
  readonly error: RfpError | null;
}

/** A lane to price. Unknown fields are ignored. */
export interface RfpLane {
  /** Your own id of the lane, at most 100 characters. It may repeat. */
  readonly lane_id?: string | undefined;
  /**
   * Where the load is picked up. A city, "City, ST", ZIP code, ZIP+4, "City, ST ZIP", UN/LOCODE or the name of
   * a terminal. Two different places are required.
   */
  readonly origin: string;
  /**
   * Where the load is delivered. A city, "City, ST", ZIP code, ZIP+4, "City, ST ZIP", UN/LOCODE or the name of
   * a terminal. Two different places are required.
   */
  readonly destination: string;
  /** Equipment of the lane, as in quotes. Default, and with null: that of the RFP. */
  readonly equipment_type?: string | undefined;
  /** Loads a week, at most 10000, with at most 6 decimals. A lane without a volume has no spend. */
  readonly weekly_volume?: number | undefined;
  /**
   * Places between origin and destination, at most 5, in order. The miles lead through all of them, and each
   * is charged as `stop_off`.
   */
  readonly stops?: readonly string[] | undefined;
  /**
   * Pounds of cargo, without the container. Above the legal payload of the equipment, `overweight` and for
   * containers `triaxle` are added, with a warning.
   */
  readonly weight_lbs?: number | null | undefined;
  /** What is moved. It has no effect on the price. */
  readonly commodity?: string | undefined;
  /**
   * The price that a person sets instead of the pricing strategy. Fuel surcharge and accessorials stay as
   * calculated; a lane whose total is below them fails.
   */
  readonly price?: QuotePrice | null | undefined;
  /**
   * Names of accessorials that fit the equipment of the lane, as in quotes. An object gives the quantity, in
   * the unit of the charge. Default, and with null: those of the RFP.
   */
  readonly special_requirements?: readonly (string | RfpLaneSpecialRequirement)[] | undefined;
}

/** A change of a lane. Fields that are left out do not change; unknown fields are rejected. */
export interface RfpLaneChange {
  /** Index of the lane in the RFP, from 0. */
  readonly index: number;
  /** Whether the lane is excluded. An excluded lane keeps its price and is in no sum. */
  readonly excluded?: boolean | undefined;
  /** As in a new lane. Null: the pricing strategy prices the lane. */
  readonly price?: QuotePrice | null | undefined;
  /** As in a new lane. */
  readonly origin?: string | undefined;
  /** As in a new lane. */
  readonly destination?: string | undefined;
  /** As in a new lane. Null: that of the RFP. */
  readonly equipment_type?: string | undefined;
  /** Loads a week, at most 10000, with at most 6 decimals. A lane without a volume has no spend. */
  readonly weekly_volume?: number | undefined;
  /** As in a new lane. Null: those of the RFP. */
  readonly special_requirements?: readonly (string | RfpLaneSpecialRequirement)[] | undefined;
  /** As in a new lane. */
  readonly stops?: readonly string[] | undefined;
  /** As in a new lane. */
  readonly weight_lbs?: number | null | undefined;
  /** What is moved. It has no effect on the price. */
  readonly commodity?: string | undefined;
}

/** An RFP with the sums of its lanes. */
export interface RfpDetail extends Rfp {
  /** Version of the pricing strategy that prices the lanes. */
  readonly pricing_strategy_version: number;
  readonly totals: RfpDetailTotals;
  /** The priced lanes that are not excluded, by confidence. */
  readonly confidence: readonly RfpDetailConfidence[];
  /** The failed lanes by the code of their error. Codes without lanes are left out. */
  readonly errors: readonly RfpDetailError[];
  /** The last 20 versions before the current one, newest first. */
  readonly versions: readonly RfpVersion[];
  /** How the columns of the file were read; null if the lanes came with the request. */
  readonly columns: FileColumns | null;
  /** What was noticed when the file was read, such as skipped rows and hidden columns, as sentences. */
  readonly notes: readonly string[];
}

/** An earlier pricing of an RFP. Its lanes stay readable. */
export interface RfpVersion {
  /** Number of the pricing, for the parameter `version` of lanes. */
  readonly version: number;
  /** The moment for which the lanes were priced, UTC. */
  readonly priced_as_of: string;
  /** Version of the pricing strategy that priced the lanes. */
  readonly pricing_strategy_version: number;
  readonly lanes: RfpVersionLanes;
  readonly totals: RfpDetailTotals;
  /** Calls that the version counted as usage. */
  readonly calls: number;
}

/** A lane of an RFP with its result. */
export interface RfpLaneResult {
  /** Position of the lane in the RFP, from 0. */
  readonly index: number;
  /** Your own id of the lane; empty if it has none. It may repeat. */
  readonly lane_id: string;
  /** `priced`, or `failed` with an `error`. */
  readonly status: RfpLaneResultStatus;
  /** Origin as requested. */
  readonly origin: string;
  /** Destination as requested. */
  readonly destination: string;
  /** Equipment of the lane, or else of the RFP; null if it is invalid. */
  readonly equipment_type: EquipmentType | null;
  /** Tariff names of the accessorials of the lane, or else of the RFP. */
  readonly special_requirements: readonly string[];
  readonly quantities?: CreatedRfpQuantities;
  /** Places between origin and destination as requested, in order. */
  readonly stops: readonly string[];
  /** Pounds of cargo; null if they are not known. */
  readonly weight_lbs: number | null;
  /** What is moved; empty if it is not known. */
  readonly commodity: string;
  /** Loads a week; null if there is no valid volume. */
  readonly weekly_volume: number | null;
  /** Resolved origin, destination and stops; null for a failed lane. */
  readonly route: RfpLaneRoute | null;
  /** Market rate of the lane; null for a failed lane. */
  readonly analysis: RfpLaneAnalysis | null;
  /**
   * Price for the customer, by the pricing strategy of the version and the lane's margin; null for a failed
   * lane.
   */
  readonly pricing: RfpLanePricing | null;
  /** Assumptions that the caller should check, as full sentences. */
  readonly warnings: readonly string[];
  /** Whether the loads behind the rate are simulated: the price is an example and not an offer. */
  readonly simulated: boolean;
  /** The price that a person set; null if the pricing strategy prices the lane. */
  readonly price: QuotePrice | null;
  /** Whether the lane is in no sum. */
  readonly excluded: boolean;
  /** `won` or `lost`; null if the lane is not awarded. */
  readonly outcome: RfpLaneResultOutcome | null;
  /** Why the lane was won or lost, as you wrote it; empty if there is no reason. */
  readonly outcome_reason: string;
  /** Why the lane has no price. Absent for a priced lane. */
  readonly error?: RfpLaneError;
}

/** Resolved places of a lane. */
export interface RfpLaneRoute {
  /** Where the load is picked up. */
  readonly origin: QuoteStop;
  /** Where the load is delivered. */
  readonly destination: QuoteStop;
  /** Stops between them, in order. */
  readonly stops: readonly QuoteStop[];
}

/** Amounts in USD. `total_rate` is the sum of base rate, fuel surcharge and accessorial charges, as in a quote. */
export interface RfpLanePricing {
  /** Linehaul with the margin of the pricing strategy. */
  readonly base_rate: number;
  /** Fuel surcharge; 0 if the pricing strategy includes fuel in the base rate. */
  readonly fuel_surcharge: number;
  readonly accessorial_charges: QuotePricingAccessorialCharges;
  /** Price of the move. */
  readonly total_rate: number;
  /** Always USD. */
  readonly currency: 'USD';
  /** Charges that are usual for the move and not included in `total_rate`. */
  readonly excluded_charges: readonly QuotePricingExcludedCharge[];
  /** The charges of `accessorial_charges`. */
  readonly accessorials: readonly QuotePricingAccessorial[];
  /** The tolls in the base rate; null if a person set an amount. */
  readonly tolls: Tolls | null;
  readonly rate_source: RfpLanePricingRateSource;
  /** Rule of the pricing strategy that changed terms of the price. Absent if no rule applied. */
  readonly pricing_rule?: QuotedMovePricingRule;
  /** Effective markup of the base rate on its cost in percent, after minimum and rounding. */
  readonly margin_percent: number;
  /** `total_rate` times loads a week; 0 without a volume. */
  readonly weekly_spend: number;
  /** `total_rate` times loads a year, rounded once; a year has 52 weeks. */
  readonly annual_spend: number;
}

/** Market rate without margin and accessorials. Amounts are in USD, distances are one-way road miles. */
export interface RfpLaneAnalysis {
  /** Linehaul plus fuel. */
  readonly suggested_rate: number;
  /** `suggested_rate` divided by `distance`. */
  readonly rate_per_mile: number;
  /** Confidence in the rate from 0 to 100. */
  readonly confidence_score: number;
  /** One-way road miles. */
  readonly distance: number;
  /** Source of the distance. */
  readonly distance_source: string;
  readonly rate_range: RateAnalysisRateRange;
  /** Direction of the rate over recent weeks. */
  readonly trend: RateAnalysisTrend;
  /** Loads of the market. */
  readonly activity: RateAnalysisActivity;
  readonly fuel: RfpLaneAnalysisFuel;
  readonly basis: QuoteMarketBasis;
}

/** Why a lane has no price. Correct the lane with PATCH. */
export interface RfpLaneError {
  /** Identifies the condition. Lanes with INTERNAL_ERROR are not counted as usage. */
  readonly code: RfpDetailErrorCode;
  /** What to change, as a sentence. Do not parse it. */
  readonly message: string;
  readonly details: RfpLaneErrorDetails;
}

/** The loads of the organization in a freight market. */
export interface ContributedMarket {
  /** Name of the freight market. */
  readonly name: ContributedMarketName;
  /** Number of loads. */
  readonly observations: number;
  /** Monday of the first week with loads. */
  readonly firstWeek: string;
  /** Monday of the last week with loads. */
  readonly lastWeek: string;
}

/** The loads of trailers of the organization. */
export interface ContributedTrailers {
  /** Number of loads. */
  readonly observations: number;
  readonly byEquipment: ContributedTrailersByEquipment;
}

/** The loads of the organization in a week. */
export interface ContributedWeek {
  /** Monday of the week. */
  readonly weekOf: string;
  /** Number of loads. */
  readonly observations: number;
}

/** An upload of loads. */
export interface MarketUpload {
  /** Id of the upload. */
  readonly id: string;
  /** Mode of the key that created it; only keys of this mode can read it. */
  readonly mode: MarketUploadMode;
  /** Name of the file, as given; null if none was given. */
  readonly fileName: string | null;
  /**
   * awaiting_upload: the file was not sent yet; importing; imported; rejected: no row was imported; failed:
   * the import stopped, and a part of the rows may be imported; expired: the file was not sent in time;
   * cancelled.
   */
  readonly state: QuoteUploadState;
  /** When the upload was created, UTC. */
  readonly createdAt: string;
  /** Until when the file can be sent, UTC. */
  readonly expiresAt: string;
  /**
   * What the import does; null if the file was not sent or the import has ended. queued: it starts soon;
   * waiting: the organization is suspended.
   */
  readonly step: MarketUploadStep | null;
  /** Estimated progress of the import, 0 to 1. */
  readonly progress: number;
  readonly rows: MarketUploadRows;
  /** Why the file was rejected, the import stopped or waits, or that the upload was cancelled; otherwise null. */
  readonly reason: string | null;
  /**
   * What to know of imported rows, as sentences, such as how many loads do not say whether fuel is inside:
   * prices do not use them.
   */
  readonly warnings: readonly string[];
  /** Why the upload is rejected or failed; otherwise null. */
  readonly error: UploadError | null;
  /** Why the loads do not change rates yet; null if they do. */
  readonly note: string | null;
  /** How the columns of the file were read, when the import has ended; otherwise null. */
  readonly columns: FileColumns | null;
  /** The first rejected rows, at most 20, when the import has ended. */
  readonly rejectedRows: readonly QuoteUploadRejectedRow[];
  /** All rejected rows with their reasons as CSV; null if there are none. */
  readonly rejectedFile: RejectedRowsFile | null;
}

/** An upload of loads, with the address for its file. */
export interface CreatedMarketUpload extends MarketUpload {
  readonly upload?: CreatedMarketUploadUpload;
}

/** All rejected rows with their reasons. */
export interface RejectedRowsFile {
  /** Address of the CSV file. It needs no key. */
  readonly url: string;
  /** When the address expires, UTC. A repeated call returns a new one. */
  readonly expiresAt: string;
}

/**
 * Other terms for some moves. Among the rules that match a move, one of the customer comes first, then the
 * narrower origin, the narrower destination, and the place in the list. Unknown members are rejected.
 */
export interface PricingRule {
  /** Name of the rule, once in a strategy. Quotes state it. */
  readonly name: string;
  readonly when: PricingRuleWhen;
  readonly terms: PricingRuleTerms;
}

/**
 * The terms of a pricing strategy. All fields except `rules`, `sheet_terms` and `converted_quotes_as_loads`
 * are required; unknown fields are ignored.
 */
export interface PricingStrategyTerms {
  /** Margin bands by distance, for equipment without bands of its own. */
  readonly margins: readonly PricingStrategyTermsMargin[];
  readonly margins_by_equipment: PricingStrategyTermsMarginsByEquipment;
  /**
   * `separate`: the margin is on linehaul, and fuel is charged at cost. `included`: the margin is on both
   * together.
   */
  readonly fuel: PricingRuleTermsFuel;
  /** Charges that replace those of the tariff, by tariff name; {} for none. */
  readonly accessorial_overrides: PricingRuleTermsAccessorialOverrides;
  /** Whether fees of the terminal are charged without a request. */
  readonly port_fees: boolean;
  /** Discounts that events contain; they are not deducted from a quote. Each number of containers at most once. */
  readonly volume_discounts: readonly PricingStrategyTermsVolumeDiscount[];
  /** Rounding of the base rate. */
  readonly rounding: PricingRuleTermsRounding;
  /** Days after the day of creation on which a quote is valid. */
  readonly validity_days: number;
  /** Price of the accessorial `guaranteed` in percent of the base rate, unless it is overridden. */
  readonly guaranteed_percent: number;
  /** Other terms for some customers, lanes, equipment and days. Absent: no rules. */
  readonly rules?: readonly PricingRule[] | undefined;
  /**
   * Terms that sheets of quotes show to customers, as plain text with line breaks. Absent or empty: none;
   * answers then have no such field.
   */
  readonly sheet_terms?: string | undefined;
  /**
   * Whether each converted quote of a container with a terminal becomes a load in the market data of the
   * organization, in the mode of the key. Absent: false; answers have the field only if it is true.
   */
  readonly converted_quotes_as_loads?: boolean | undefined;
}

/** The terms of a pricing strategy, and a note. Unknown fields are ignored. */
export interface PricingStrategyReplacement extends PricingStrategyTerms {
  /** Reason for the change, for the history. Line feeds and tabs are allowed. */
  readonly note?: string | undefined;
}

/** The terms of a pricing strategy, and the number of quotes to price. Unknown fields are ignored. */
export interface PricingStrategyPreview extends PricingStrategyTerms {
  /** Number of quotes. Default: 100. */
  readonly quotes?: number | undefined;
}

/** A version of the pricing strategy. */
export interface PricingStrategy extends PricingStrategyTerms {
  /** 0 is the initial strategy; each replacement adds 1. The header `ETag` contains it. */
  readonly version: number;
  /** Time of the replacement, UTC; empty for version 0. */
  readonly updated_at: string;
}

/** The new version of the pricing strategy. */
export interface ReplacedPricingStrategy extends PricingStrategyTerms {
  /** Number of the version. The header `ETag` contains it. */
  readonly version: number;
  /** Time of the replacement, UTC. */
  readonly updated_at: string;
  /** How places of rules with namesakes were read. */
  readonly warnings: readonly string[];
}

/** An API key, without its secret. */
export interface ApiKey {
  /** Id of the key. */
  readonly id: string;
  /** First characters of the key, to identify it. They are not secret. */
  readonly prefix: string;
  /** Name of the key. */
  readonly name: string;
  /** Operations that the key permits. */
  readonly scopes: readonly ApiKeyScope[];
  /** Mode of the key. */
  readonly mode: MarketUploadMode;
  /** When the key was created, UTC. */
  readonly createdAt: string;
  /** When the key stops working, UTC; null = never. A rotation sets it on the old key. */
  readonly expiresAt: string | null;
  /**
   * Last day in UTC with a call, recorded once a day; null = no call was recorded. It can be missing for
   * minutes after the first call of a day.
   */
  readonly lastUsedOn: string | null;
}

/** A change. */
export interface AuditLogEntry {
  /** Id of the event. Ids sort in order of creation. */
  readonly id: string;
  /** When the change was made, UTC. */
  readonly at: string;
  readonly actor: AuditLogEntryActor;
  /** The change. */
  readonly action: AuditLogEntryAction;
  readonly target: AuditLogEntryTarget;
  /** `X-Request-Id` of the call; null for operators. */
  readonly requestId: string | null;
  readonly details: AuditLogEntryDetails;
}

/** A version with the author and the reason of its change. */
export interface PricingStrategyVersion {
  /** 0 is the initial strategy; each replacement adds 1. */
  readonly version: number;
  /** Time of the replacement, UTC; empty for version 0. */
  readonly updated_at: string;
  /**
   * Id of the API key that replaced the strategy, `operator` for the operator of the service, empty for
   * version 0.
   */
  readonly updated_by: string;
  /** Note of the replacement; empty if it had none. */
  readonly note: string;
  /** The terms. A replacement with them restores the version. */
  readonly terms: PricingStrategyTerms;
}

/** Effect of the terms on all quotes of the preview. Amounts are in USD. */
export interface PreviewSummary {
  /** Quotes of the preview. */
  readonly quotes: number;
  /** Further quotes that a contract rate priced, or that were stored without the input of their price. */
  readonly skipped: number;
  /** Quotes whose total changes. */
  readonly changed: number;
  /** Quotes whose total increases. */
  readonly increased: number;
  /** Quotes whose total decreases. */
  readonly decreased: number;
  /** Sum of the totals with the current strategy. */
  readonly total_before: number;
  /** Sum of the totals with the terms of the body. */
  readonly total_after: number;
  /** `total_after` minus `total_before`. */
  readonly total_change: number;
  /** Median of the changes of all quotes, rounded to the cent; 0 without quotes. */
  readonly median_change: number;
  /** Median of `change_percent` of all quotes. */
  readonly median_change_percent: number;
  /** Quotes by the size of the change: decreases, no change, increases. */
  readonly distribution: readonly PreviewChangeRange[];
}

/**
 * Quotes with a change in a range. The bound farther from 0 belongs to the range, the other one does not. The
 * range from 0 to 0 has the quotes without a change.
 */
export interface PreviewChangeRange {
  /** Percent of the total before; null if there is no lower bound. */
  readonly from_percent: number | null;
  /** Percent of the total before; null if there is no upper bound. */
  readonly to_percent: number | null;
  /** Number of quotes. */
  readonly quotes: number;
}

/** A price in USD. */
export interface PreviewPrice {
  /** Linehaul with the margin. */
  readonly base_rate: number;
  /** Fuel surcharge; 0 if the strategy includes fuel in the base rate. */
  readonly fuel_surcharge: number;
  /** Sum of the accessorial charges. */
  readonly accessorials: number;
  /** Sum of the three. */
  readonly total_rate: number;
}

/** A quote with its price before and after. */
export interface PreviewedQuote {
  /** Id of the quote. */
  readonly quote_id: string;
  /** Status at the time of the call. */
  readonly status: QuoteStatus;
  /** Time of creation, UTC. */
  readonly created_at: string;
  /** Texts of the request. */
  readonly route: QuoteListItemRoute;
  /** The reference of the request; empty if it had none. */
  readonly customer_reference: string;
  /** Canonical name of the equipment. */
  readonly equipment_type: EquipmentType;
  /** One-way road miles. */
  readonly distance: number;
  /** Total of the quote as it was created, by the strategy of that time. */
  readonly quoted_total: number;
  /** Price with the current strategy. */
  readonly before: PreviewPrice;
  /** Price with the terms of the body. */
  readonly after: PreviewPrice;
  /** Total after minus total before. */
  readonly change: number;
  /** `change` in percent of the total before, with 2 decimals. */
  readonly change_percent: number;
}

/** An accessorial that can apply. Members that do not apply are null, 0 or empty. */
export interface Accessorial {
  /** Name in requests: lower_snake_case. */
  readonly name: string;
  /** Name for people. Default: the title in the base tariff. */
  readonly title: string;
  /** USD for each unit. Give one of `amount`, `percent` and `tiers`. */
  readonly amount: number | null;
  /** Percent of the base rate; of base rate and fuel surcharge for `drop_and_pick`. */
  readonly percent: number | null;
  /** Amounts by day, in place of one amount per day. Days before the first tier are free. */
  readonly tiers: readonly AccessorialTier[];
  /** What the amount is charged for. Default: the unit in the base tariff. */
  readonly unit: AccessorialUnit;
  /** Units that a quote charges: days, hours or stops. `per mile` charges the miles of the move. */
  readonly quantity: number;
  /** Days or hours of the quantity that are not charged. */
  readonly free_time: number;
  /**
   * `on request`: if a request names it. `by equipment`: always with its equipment. `port fee`: if a request
   * names it, or if the pricing strategy has `port_fees`. `after the move`: never in a quote.
   */
  readonly occasion: AccessorialOccasion;
  /** Equipment to which it applies. Default: that of the base tariff, or all. */
  readonly equipment_types: readonly EquipmentType[];
  /**
   * UN/LOCODEs of the ports where it applies. Without ports and terminals: those of the base tariff, or
   * everywhere.
   */
  readonly ports: readonly string[];
  /** Exact names of the terminals where it applies, in addition to the ports. */
  readonly terminals: readonly string[];
  /** First day of pickup, YYYY-MM-DD; empty for no limit. */
  readonly effective_from: string;
  /** Last day of pickup, YYYY-MM-DD; empty for no limit. */
  readonly effective_to: string;
  /** false: the accessorial does not exist for this equipment, these places and days. */
  readonly enabled: boolean;
  /** `default`: of the base tariff. `custom`: of the own tariff. A replacement ignores entries with `default`. */
  readonly source: AccessorialSource;
  /** Published source of the amount; empty for the own tariff. */
  readonly source_text: string;
}

/** The accessorials of an organization. */
export interface AccessorialTariff {
  /** 0: no own tariff was set; each replacement adds 1. The header `ETag` contains it. */
  readonly version: number;
  /** Time of the replacement, UTC; empty for version 0. */
  readonly updated_at: string;
  /** Accessorials by name, own ones before those of the base tariff. */
  readonly accessorials: readonly Accessorial[];
}

/** The organization's own tariff, and a note. Unknown fields are ignored. */
export interface AccessorialTariffReplacement {
  /** Entries of the own tariff, at most 100; entries with the source `default` do not count. */
  readonly accessorials: readonly AccessorialTariffReplacementAccessorial[];
  /** Reason for the change, for the history of the pricing strategy. */
  readonly note?: string | undefined;
}

/** A registered webhook. */
export interface Webhook {
  /** `wh_` and 26 base-32 digits. */
  readonly id: string;
  /** URL of the receiver, normalized. */
  readonly url: string;
  /** Events that the webhook receives. */
  readonly events: readonly EventName[];
  /** The organization. */
  readonly orgId: string;
  /** Whether events are sent. */
  readonly enabled: boolean;
  /** Why the webhook is disabled; only while it is. */
  readonly disabledReason?: string;
  /** Since when the webhook is disabled, UTC; only while it is. */
  readonly disabledAt?: string;
  /** Whether the webhook receives events of live keys. Otherwise it receives those of test keys. */
  readonly livemode: boolean;
  /** Time of creation, UTC. */
  readonly createdAt: string;
  /** Time of the last change, UTC. */
  readonly updatedAt: string;
  /** Problems that do not prevent registration. */
  readonly warnings: readonly string[];
}

/** A new webhook with its signing secret. */
export interface CreatedWebhook extends Webhook {
  /**
   * `whsec_` and 32 random bytes in base64. Store it: only this response contains it. A repeated call with the
   * same Idempotency-Key does not.
   */
  readonly secret?: string;
}

/** A webhook with its new signing secret. */
export interface RotatedWebhook extends Webhook {
  /** `whsec_` and 32 random bytes in base64. Store it: only this response contains it. */
  readonly secret: string;
  /** Until then, requests have signatures of both secrets. UTC. */
  readonly previousSecretExpiresAt: string;
}

/** Attempts of one hour. */
export interface WebhookHealthHour extends ReadWebhookHealthResultDataTotal {
  /** Start of the hour, UTC. */
  readonly startsAt: string;
}

/** Latency in milliseconds, from the start of an attempt to the end of its response. */
export interface WebhookLatency {
  /** Mean, rounded to milliseconds. */
  readonly average: number;
  /** Half of the attempts are not slower. Rounded up by at most 25%, and to 10 ms or more. */
  readonly p50: number;
  /** 95% of the attempts are not slower. Rounded up by at most 25%, and to 10 ms or more. */
  readonly p95: number;
}

/** The delivery of one event to one webhook. Fields without a value are absent. */
export interface Delivery {
  /** `dlv_` and 27 base-32 digits. The header `X-Delivery-Id` contains it. */
  readonly id: string;
  /** The webhook that receives the event. */
  readonly webhookId: string;
  /** Id of the event, the same on every attempt and every redelivery. */
  readonly eventId: string;
  /** Name of the event. */
  readonly event: EventName;
  /** `pending`, then `delivered` or `failed`. A `delivered` or `failed` delivery does not change. */
  readonly status: DeliveryStatus;
  /** Why it failed. */
  readonly reason?: string;
  /** Attempts so far, including an attempt in progress. */
  readonly attempts: number;
  /** 6; 1 for a test. */
  readonly maxAttempts: number;
  /** Time of creation, UTC. */
  readonly createdAt: string;
  /** Start of the last logged attempt, UTC. */
  readonly lastAttemptAt?: string;
  /** When the next attempt is due, UTC; only while it is pending. */
  readonly nextAttemptAt?: string;
  /** HTTP status of the last attempt, if the receiver answered. */
  readonly lastResponseStatus?: number;
  /** Whether the test operation created it. */
  readonly test: boolean;
  /** The delivery that this one repeats. */
  readonly redeliveryOf?: string;
  /** The newest delivery that repeats this one. */
  readonly redeliveredBy?: string;
}

/** A delivery with its attempts and its payload. */
export interface DeliveryWithAttempts extends Delivery {
  /** Oldest first. */
  readonly attemptLog: readonly DeliveryAttempt[];
  /** The JSON body of the request, while it is stored. */
  readonly payload?: WebhookEvent;
}

/** A logged attempt. Fields without a value are absent. */
export interface DeliveryAttempt {
  /** 1 to 6. The header `X-Delivery-Attempt` contains it. */
  readonly number: number;
  /** Start of the attempt, UTC. */
  readonly startedAt: string;
  /** Duration in milliseconds. */
  readonly durationMs?: number;
  /** URL of this attempt. */
  readonly url: string;
  /** HTTP status, if the receiver answered. */
  readonly responseStatus?: number;
  /**
   * Why it failed: `status` (not 2xx), `redirect`, `timeout` (no status within 5 seconds), `dns`, `connect`,
   * `tls`, `reset`, `protocol` (no HTTP), `rejected-address` (not public or invalid), `interrupted` (the
   * service stopped).
   */
  readonly error?: DeliveryAttemptError;
  /** The error as a sentence. */
  readonly detail?: string;
  /** The first 16 KB of the response body. */
  readonly responseBody?: string;
  /** Whether the body was, or may have been, longer. */
  readonly responseTruncated?: true;
}

/** A move that the text asks for. Only loaded moves are lanes. */
export interface ChatLane {
  /** Position of the lane, from 0. */
  readonly index: number;
  readonly request: ChatLaneRequest;
  readonly route: ChatLaneRoute;
  /** The part of a text that each value comes from. */
  readonly found: readonly ChatLaneFound[];
  /** Fields of `request` that a quote needs and the text does not say. */
  readonly missing: readonly string[];
  /** How the text was read where it leaves room, as sentences. */
  readonly assumptions: readonly string[];
}

/** A place as quotes resolve it. */
export interface ChatPlace {
  /** Name of the place or terminal. */
  readonly name: string;
  /** Type of terminal, or `city`. */
  readonly kind: QuoteStopType;
  /** Latitude, then longitude, in degrees. */
  readonly coordinates: readonly [number, number];
}

/** Something that the text leaves open. */
export interface ChatQuestion {
  /** Index of the lane; null if the question is about the whole text. */
  readonly lane: number | null;
  /** Field of `request` that it asks for. */
  readonly field: string;
  /** The question. */
  readonly text: string;
  /** Answers that are possible. Absent: any answer. */
  readonly choices?: readonly string[];
}

/** A lane with its quote, or with the error of its creation. */
export interface ChatQuote {
  /** Index of the lane. */
  readonly lane: number;
  /** The quote. Absent: see `error`. */
  readonly quote?: Quote;
  readonly error?: ChatQuoteError;
}

/** A customer. Texts that you did not send are empty. */
export interface Customer {
  /** `CU-` and 27 base-32 digits. Ids sort by creation time. */
  readonly customer_id: string;
  /** Name. No other customer has this name or alias; case, accents and spaces at the ends do not matter. */
  readonly name: string;
  /** Other names of the customer, at most 10, such as former names and abbreviations. */
  readonly aliases: readonly string[];
  /** Name of a person. */
  readonly contact: string;
  /** E-mail address. */
  readonly email: string;
  /** Phone number. */
  readonly phone: string;
  /** Terms of payment and service. */
  readonly terms: string;
  /** Notes. */
  readonly notes: string;
  /** Time of creation, UTC. */
  readonly created_at: string;
  /** Time of the last change, UTC. */
  readonly updated_at: string;
}

/** What sheets show of the organization. Texts that you did not send are empty. */
export interface OrganizationProfile {
  /** Name of the company on sheets. Empty: the name of the organization. */
  readonly name: string;
  /** Name of a person. */
  readonly contact: string;
  /** E-mail address. */
  readonly email: string;
  /** Phone number. */
  readonly phone: string;
  /** Lines of the postal address, at most 5. */
  readonly address: readonly string[];
  /** MC number, digits only. */
  readonly mc_number: string;
  /** USDOT number, digits only. */
  readonly dot_number: string;
  /**
   * PNG or JPEG file as base64, with or without `data:image/png;base64,` in front of it: at most 100 kB and
   * 2000 x 1000 pixels. Answers have it as a `data:` URL, or null.
   */
  readonly logo: string | null;
  /** Time of the last change, UTC; null before the first one. */
  readonly updated_at: string | null;
}

/** An error of the operation, or of the gateway before the operation is known. */
export type QuotesFailure = QuotesError | GeneralError;

/** An error of the operation, or of the gateway before the operation is known. */
export type RatesFailure = RatesError | GeneralError;

/** A quote as its events tell it. */
export interface QuoteEventObject {
  /** The quote's id, as the API has it in quote_id. */
  readonly quoteNumber: string;
  /** pending while the quote is active. */
  readonly status: QuoteEventObjectStatus;
  /** single-lane for quotes of this service. */
  readonly type: string;
  /** USD that the margin was put on: linehaul, or linehaul with fuel where fuel is included. */
  readonly baseRate: number;
  /** USD: base rate with margin, and fuel surcharge. Accessorials come on top. */
  readonly customerRate: number;
  /** Effective markup in percent of baseRate, after the strategy's floor. */
  readonly margin: number;
  /** Confidence in the rate, 0 to 100. */
  readonly confidenceScore: number;
  /** As people say it: "58 mins", "3 h 20 mins", "4 days". */
  readonly transitTime: string;
  /** One-way miles. */
  readonly distance: number;
  /** Whether fuel is inside the base rate. */
  readonly fscIncluded: boolean;
  /** Fuel surcharge in percent of the base rate with margin; 0 when included. */
  readonly fscRate: number;
  /** Fuel surcharge in USD; 0 when included. */
  readonly fscAmount: number;
  /** USD a gallon, retail, that fuel was reckoned with. */
  readonly dieselPrice: number;
  /** Where that price is of: "West Coast (PADD5)". */
  readonly dieselRegion: string;
  /** custom where the pricing strategy set an amount of one of them. */
  readonly accessorialsType: AccessorialSource;
  /** Charges in addition to the freight. */
  readonly accessorials: readonly QuoteEventObjectAccessorial[];
  /** Of the pricing strategy that the quote was made by. */
  readonly volumeDiscounts: readonly QuoteEventObjectVolumeDiscount[];
  readonly route: QuoteEventObjectRoute;
  readonly searchParams: QuoteEventObjectSearchParams;
  readonly validUntil: QuoteEventObjectValidUntil;
}

/** A chat was created. A documented minimum: products add what they have. */
export interface ChatCreatedObject {
  /** Identifies the chat. */
  readonly chatId: string;
  /** What it is about. */
  readonly title?: string;
  /** Where the text came from: api, console, mcp or email. */
  readonly channel?: string;
  /** ready, needs_input or no_lanes. */
  readonly status?: string;
  /** Name of the customer; empty if there is none. */
  readonly customer?: string;
  /** Number of lanes. */
  readonly lanes?: number;
  /** Time of creation, UTC. */
  readonly createdAt?: string;
}

/** A quote was made. */
export interface QuoteCreatedObject extends QuoteEventObject {
  readonly status: 'pending';
}

/** A quote was converted, has expired, or was changed by the product that holds it. */
export interface QuoteUpdatedObject extends QuoteEventObject {
  readonly status: QuoteUpdatedObjectStatus;
}

/** A quote was deleted; the object is what it was, with this status. */
export interface QuoteDeletedObject extends QuoteEventObject {
  readonly status: 'deleted';
}

/** A request for proposals. */
export interface RfpEventObject {
  /** Identifies the request for proposals. */
  readonly rfpNumber: string;
  /**
   * Status in the words of the product; of this service: awaiting_upload, pricing, priced, awarded, closed,
   * failed, deleted.
   */
  readonly status: string;
  /** What is asked for. */
  readonly title?: string;
  /** Who made it: a name, address or id. */
  readonly createdBy?: string;
}

/** The body of a `chat.created` request. */
export interface ChatCreatedEvent extends EventEnvelope {
  readonly event: 'chat.created';
  readonly object: ChatCreatedObject;
}

/** The body of a `quote.created` request. */
export interface QuoteCreatedEvent extends EventEnvelope {
  readonly event: 'quote.created';
  readonly object: QuoteCreatedObject;
}

/** The body of a `quote.updated` request. */
export interface QuoteUpdatedEvent extends EventEnvelope {
  readonly event: 'quote.updated';
  readonly object: QuoteUpdatedObject;
}

/** The body of a `quote.deleted` request. */
export interface QuoteDeletedEvent extends EventEnvelope {
  readonly event: 'quote.deleted';
  readonly object: QuoteDeletedObject;
}

/** The body of a `rfp.created` request. */
export interface RfpCreatedEvent extends EventEnvelope {
  readonly event: 'rfp.created';
  readonly object: RfpEventObject;
}

/** The body of a `rfp.updated` request. */
export interface RfpUpdatedEvent extends EventEnvelope {
  readonly event: 'rfp.updated';
  readonly object: RfpEventObject;
}

/** The body of a `rfp.deleted` request. */
export interface RfpDeletedEvent extends EventEnvelope {
  readonly event: 'rfp.deleted';
  readonly object: RfpEventObject;
}

/** What every event has. */
export interface EventEnvelope {
  /**
   * Identifies the event, also over repeated deliveries: use it to detect repeated deliveries. The header
   * X-Event-Id also has it.
   */
  readonly id: string;
  /** When it happened, ISO 8601 in UTC. */
  readonly created: string;
  /** False for what was made with a test key, and for samples. */
  readonly livemode: boolean;
}

/** The body of a webhook. */
export type WebhookEvent =
  | ChatCreatedEvent
  | QuoteCreatedEvent
  | QuoteUpdatedEvent
  | QuoteDeletedEvent
  | RfpCreatedEvent
  | RfpUpdatedEvent
  | RfpDeletedEvent;

export type EventName =
  | 'chat.created'
  | 'quote.created'
  | 'quote.updated'
  | 'quote.deleted'
  | 'rfp.created'
  | 'rfp.updated'
  | 'rfp.deleted';

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

export type ContainerType =
  | 'container_20'
  | 'container_40'
  | 'container_40hc'
  | 'container_45hc'
  | 'reefer_container_20'
  | 'reefer_container_40'
  | 'flatrack'
  | 'open_top'
  | 'iso_tank'
  | 'domestic_53';

export type EquipmentType =
  | 'dryvan'
  | 'reefer'
  | 'flatbed'
  | 'step_deck'
  | 'conestoga'
  | 'power_only'
  | 'hot_shot'
  | 'container_20'
  | 'container_40'
  | 'container_40hc'
  | 'container_45hc'
  | 'reefer_container_20'
  | 'reefer_container_40'
  | 'flatrack'
  | 'open_top'
  | 'iso_tank'
  | 'domestic_53';

export type TerminalType = 'marine' | 'rail' | 'intermodal';

export type QuoteStatus = 'active' | 'expired' | 'converted';

export interface QuotesErrorErrorDetailsError {
  /** Path of the field, such as `margins[1].percent`, or `request` for the whole request. */
  readonly field: string;
  /** What is wrong, without the name of the field. */
  readonly message: string;
}

export interface QuotesErrorErrorDetailsCandidate {
  /** Name of the place. */
  readonly name: string;
  /** 2-letter state code. */
  readonly state: string;
  /** ZIP code; may be empty. */
  readonly zip: string;
}

/** Members depend on the code. */
export interface QuotesErrorErrorDetails {
  /** Invalid fields (INVALID_PARAMETERS, CONTRACT_RATE_INVALID). */
  readonly errors?: readonly QuotesErrorErrorDetailsError[];
  /** Id of the quote. */
  readonly quote_id?: string;
  /** The quote that revises the requested one. Only with QUOTE_SUPERSEDED. */
  readonly superseded_by?: string;
  /** Id of the contract rate. */
  readonly rate_id?: string;
  /** Id of the upload. */
  readonly upload_id?: string;
  /** Version of the contract rate. */
  readonly version?: number;
  /** Id of the RFP. */
  readonly rfp_id?: string;
  /** Id of the chat. */
  readonly chat_id?: string;
  /** Id of the customer. */
  readonly customer_id?: string;
  /** Names that other customers have. */
  readonly names?: readonly string[];
  /** Status of the RFP. */
  readonly status?: string;
  /** Field of the request. */
  readonly field?: string;
  /** Value of the field. */
  readonly value?: string;
  /** Places that match an ambiguous text. */
  readonly candidates?: readonly QuotesErrorErrorDetailsCandidate[];
  /** Up to three places that an unknown text can mean. */
  readonly suggestions?: readonly string[];
  /** Resolved origin. */
  readonly origin?: string;
  /** Resolved destination. */
  readonly destination?: string;
  /** Customer of the request. */
  readonly customer?: string;
  /** Equipment type of the request. */
  readonly equipment_type?: string;
  /** Pickup day, in the time zone of the origin. */
  readonly pickup_date?: string;
  /** Whether billing information is on file. */
  readonly billing?: boolean;
  /** Quotes created or calls counted in the month, or contract rates. */
  readonly used?: number;
  /**
   * Limit per month of quotes or of the calls of lanes; or the maximum of unfinished uploads, waiting RFPs or
   * contract rates.
   */
  readonly limit?: number;
  /** Calls that the lanes of the RFP count. */
  readonly calls?: number;
  /** When the count is reset to 0, UTC. */
  readonly resets_at?: string;
  /** Current version of the pricing strategy, the accessorial tariff or the contract rate. */
  readonly current_version?: number;
}

/** The error. */
export interface QuotesErrorError {
  /** Identifies the condition. */
  readonly code: string;
  /** Text for people. Do not parse it. */
  readonly message: string;
  readonly details: QuotesErrorErrorDetails;
}

/** The error. */
export interface RatesErrorError {
  /** The HTTP status. */
  readonly code: number;
  /**
   * Identifies the condition: `no_search_parameter`, `invalid_parameters`, `invalid_lanes`,
   * `unknown_terminal`, `geocode_failed`, `no_route`, `billing_required`, `unauthorized`,
   * `missing_organization`, `forbidden`, `not_found`, `conflict`, `rate_limited`, `usage_limit_exceeded`,
   * `internal_error`. New ones can follow.
   */
  readonly type: string;
  /** Text for people. Do not parse it. */
  readonly message: string;
}

export interface RatesErrorError2 {
  /** Position of the lane in the request, from 0. */
  readonly index: number;
  /** What is wrong. */
  readonly errors: readonly string[];
}

export interface RatesErrorSuggestion {
  /** Position of the lane in the request, from 0. */
  readonly index: number;
  /** Exact names of terminals. */
  readonly names: readonly string[];
}

/** The error. */
export interface GeneralErrorError {
  /** Identifies the condition. */
  readonly code: string;
  /** Text for people. Do not parse it. */
  readonly message: string;
}

/** Codes of the terminal by list; a list without a code is absent. */
export interface TerminalCodes {
  /** Terminal codes of SMDG. */
  readonly smdg?: readonly string[];
  /** FIRMS codes of US Customs and Border Protection. */
  readonly firms?: readonly string[];
  /** UN/LOCODEs. */
  readonly locode?: readonly string[];
}

export type TerminalService = 'container' | 'domestic' | 'breakbulk' | 'ro-ro' | 'project';

export type SuggestedPlaceType = 'city' | 'zip';

/** GeoJSON LineString with at most 200 points. */
export interface RoadRouteGeometry {
  /** Always LineString. */
  readonly type: 'LineString';
  /** Points from the origin to the destination. */
  readonly coordinates: readonly (readonly [number, number])[];
}

export interface RoadRouteHighway {
  /** Name, such as `I-95`. */
  readonly name: string;
  /** Miles on the highway. */
  readonly miles: number;
}

export interface TollsFacility {
  /** Name, such as `Goethals Bridge`. */
  readonly name: string;
  /** USD, both directions together. */
  readonly amount: number;
}

/** The terminal. */
export interface RateResultOrigin {
  /** Exact name. */
  readonly terminal: string;
  /** Type of the terminal. */
  readonly type: TerminalType;
  /** City. */
  readonly city: string;
  /** 2-letter state code. */
  readonly state: string;
  /** Latitude, then longitude, in degrees. */
  readonly coordinates: readonly [number, number];
}

/** The resolved destination. */
export interface RateResultDestination {
  /** City. */
  readonly city: string;
  /** 2-letter state code. */
  readonly state: string;
  /** ZIP code; empty for a city without one of its own. */
  readonly zip: string;
  /** Latitude, then longitude, in degrees. */
  readonly coordinates: readonly [number, number];
}

/** The middle 80% of what is expected. */
export interface RateAnalysisRateRange {
  /** USD. */
  readonly min: number;
  /** USD. */
  readonly max: number;
}

export type RateAnalysisTrend = 'rising' | 'falling' | 'stable';

export type RateAnalysisActivity = 'low' | 'medium' | 'high';

export interface RateAnalysisTimelineEntry {
  /** Monday of the week. */
  readonly date: string;
  /** USD. */
  readonly rate: number;
  /** Present in weeks after the last observation, `basis.asOf`. */
  readonly estimated?: true;
}

/** Rates of the past weeks. */
export interface RateAnalysisTimeline {
  /** Oldest first. */
  readonly entries: readonly RateAnalysisTimelineEntry[];
}

export interface RateAnalysisForecastEntry {
  /** Monday of the week. */
  readonly date: string;
  /** USD. */
  readonly rate: number;
  /** USD. */
  readonly min: number;
  /** USD. */
  readonly max: number;
}

/** Expected rates of the next weeks. */
export interface RateAnalysisForecast {
  /** Oldest first. */
  readonly entries: readonly RateAnalysisForecastEntry[];
}

export type RateAnalysisBasisLevel = 'lane' | 'zone' | 'state' | 'region' | 'model';

/** Evidence for the rate. */
export interface RateAnalysisBasis {
  /** Narrowest market level with enough loads; model if no level has enough. */
  readonly level: RateAnalysisBasisLevel;
  /** Loads of that level; null if the count must not be shown. */
  readonly observations: number | null;
  /** Monday of the first week with such loads; empty if the basis is the cost model. */
  readonly since: string;
  /** Monday of the last week with such loads, or of the diesel price. */
  readonly asOf: string;
  /** `cost model`, `reported loads`, `own loads` or `simulated`. */
  readonly source: string;
  /** Version of the model. */
  readonly modelVersion: string;
}

/** The fuel part of the rate. */
export interface RateAnalysisFuel {
  /** USD. */
  readonly amount: number;
  /** USD per mile. */
  readonly perMile: number;
  /** USD per gallon. */
  readonly dieselPrice: number;
  /** Region of the diesel price, such as `California`. */
  readonly dieselRegion: string;
  /** Monday of the diesel price. */
  readonly dieselDate: string;
  /** Set if the price is estimated from that of the West Coast (PADD5). */
  readonly estimated?: true;
  /** Whether `suggestedRate` includes the amount. */
  readonly included: boolean;
}

export interface RateAnalysisSurcharge {
  /** Tariff name. */
  readonly name: string;
  /** Name for people. */
  readonly title: string;
  /** Rate x quantity in USD. */
  readonly amount: number;
  /** USD per unit. */
  readonly rate: number;
  /** Units. */
  readonly quantity: number;
  /** Unit of the charge, such as per day. */
  readonly frequency: string;
  /** Source of the amount; `accessorial tariff of the organization` for a charge of its own tariff. */
  readonly source: string;
}

export interface RateAnalysisExcluded {
  /** Tariff name. */
  readonly name: string;
  /** Name for people. */
  readonly title: string;
  /** Rate x quantity in USD. */
  readonly amount: number;
  /** USD per unit. */
  readonly rate: number;
  /** Units. */
  readonly quantity: number;
  /** Unit of the charge, such as per day. */
  readonly frequency: string;
  /** Why the charge is usual for the move. */
  readonly reason: string;
}

export interface QuotedMoveScheduleOfCharge {
  /** Tariff name. */
  readonly name: string;
  /** Name for people. */
  readonly title: string;
  /** USD for each unit. */
  readonly rate: number;
  /** What the rate is charged for. */
  readonly unit: string;
  /** Hours or days that are free, by the unit; 0 for none. */
  readonly free: number;
  /** When the charge applies, as a sentence. */
  readonly applies: string;
}

/** Quantities of the request by tariff name. Absent if it gave none. */
export type QuotedMoveQuantities = Readonly<Record<string, number>>;

export interface QuotedMoveTerminal {
  /** Exact terminal name. */
  readonly name: string;
  /** One-way road miles to the door. */
  readonly distance: number;
  /** Total in USD with this terminal. */
  readonly total_rate: number;
}

export type QuotedMoveRateSourceType = 'contract' | 'market' | 'manual';

export type QuotedMoveRateSourcePricingType = 'spot' | 'contract' | 'auto';

/**
 * Volume tier of the contract rate whose amount is used. Absent if the amount below the first tier is used, or
 * if the rate has no tiers.
 */
export interface QuotedMoveRateSourceTier {
  /** Loads a week from which the amount applies. */
  readonly from_volume: number;
  /** In the unit of `amount` of the contract rate. */
  readonly amount: number;
}

export type QuotedMoveRateSourceSet = 'total_rate' | 'base_rate' | 'margin_percent';

/** What the base rate comes from. */
export interface QuotedMoveRateSource {
  /**
   * `contract`: a contract rate of the organization. `market`: the market, with the margin of the pricing
   * strategy. `manual`: `price` of the request.
   */
  readonly type: QuotedMoveRateSourceType;
  /** `pricing_type` of the request. */
  readonly pricing_type: QuotedMoveRateSourcePricingType;
  /** Contract rate of the lane, also if a person set another price. */
  readonly contract_rate_id?: string;
  /** Version of the contract rate. */
  readonly version?: number;
  /** Why this contract rate was selected, as a sentence. */
  readonly reason?: string;
  readonly tier?: QuotedMoveRateSourceTier;
  /** The member of `price` that was set. Only with the type `manual`. */
  readonly set?: QuotedMoveRateSourceSet;
  /** Its value in USD or percent. */
  readonly value?: number;
  /** `price.reason` of the request, if it had one. */
  readonly set_reason?: string;
  /** Total in USD that the pricing strategy or the contract rate gives. */
  readonly strategy_total?: number;
}

/** Rule of the pricing strategy that changed terms of the quote. Absent if no rule applied. */
export interface QuotedMovePricingRule {
  /** Name of the rule. */
  readonly name: string;
  /** Why this rule was selected, as a sentence. */
  readonly reason: string;
}

/** Base rate over its market cost. Less than 0 if a contract rate is below the market cost. */
export interface QuotedMoveMargin {
  /** Market linehaul in USD, with fuel if the base rate includes fuel. */
  readonly cost: number;
  /** Base rate less cost, in USD. */
  readonly amount: number;
  /** Amount in percent of the cost. */
  readonly percent: number;
}

export type QuoteOutcome = 'open' | 'won' | 'lost' | 'superseded' | 'expired';

/** How the quote was converted. Only of a converted quote. */
export interface QuoteConversion {
  /** Time of the first conversion, UTC. */
  readonly converted_at: string;
  /** Who converted the quote; empty if the call did not say it. */
  readonly converted_by: string;
  /** Order of the customer; empty if the call did not say it. */
  readonly order_reference: string;
}

export type QuoteDeclineReason = 'price' | 'service' | 'capacity' | 'timing' | 'cancelled' | 'no_response' | 'other';

/** Why the customer declined. Only of a declined quote, also after its revision. */
export interface QuoteDecline {
  /** Time of the decline, UTC. */
  readonly declined_at: string;
  /** Reason of the decline. */
  readonly reason: QuoteDeclineReason;
  /** Price of the competitor in USD; null if it is not known. */
  readonly competitor_price: number | null;
  /** Note; empty if the call had none. */
  readonly note: string;
}

/** Charge of each accessorial by its tariff name. */
export type QuotePricingAccessorialCharges = Readonly<Record<string, number>>;

export interface QuotePricingExcludedCharge {
  /** Tariff name. */
  readonly name: string;
  /** Name for people. */
  readonly title: string;
  /** USD per unit. */
  readonly rate: number;
  /** Unit of the charge, such as per day. */
  readonly frequency: string;
  /** Units that are usual for the move. */
  readonly quantity: number;
  /** Rate x quantity in USD. */
  readonly amount: number;
  /** Why the charge is usual for the move. */
  readonly reason: string;
}

export type QuotePricingAccessorialSource = 'base_tariff' | 'own_tariff' | 'pricing_strategy' | 'contract_rate';

export interface QuotePricingAccessorial {
  /** Tariff name. */
  readonly name: string;
  /** Name for people. */
  readonly title: string;
  /** USD per unit; the whole amount of a percentage or of tiers. */
  readonly rate: number;
  /** Unit of the charge, such as per day. */
  readonly frequency: string;
  /** Charged units, without free time. */
  readonly quantity: number;
  /** Rate x quantity in USD. */
  readonly amount: number;
  /**
   * What the amount comes from: the base tariff, the own tariff of the organization, its pricing strategy, or
   * the contract rate.
   */
  readonly source: QuotePricingAccessorialSource;
}

/** The texts of the request. */
export interface QuoteRouteRequested {
  /** Origin as requested. */
  readonly origin: string;
  /** Destination as requested. */
  readonly destination: string;
  /** Stops as requested. Absent without stops. */
  readonly stops?: readonly string[];
}

export type QuoteStopType = 'marine' | 'rail' | 'intermodal' | 'city';

export interface QuoteMarketBasisPublishedLane {
  /** Town of the shipping district. */
  readonly origin: string;
  /** Destination of the report. */
  readonly destination: string;
  /** USD a load, with fuel. */
  readonly low: number;
  /** USD a load, with fuel. */
  readonly high: number;
}

/**
 * Published rates of refrigerated trucks near the lane, if `source` is `published rates`; else absent. Their
 * weight halves every 6 weeks.
 */
export interface QuoteMarketBasisPublished {
  /** Name of the report. */
  readonly report: string;
  /** Day of the newest report with such rates. */
  readonly date: string;
  /** Days from then to the price. */
  readonly age_days: number;
  /** Lanes of that report with both ends near those of this lane. */
  readonly lanes: readonly QuoteMarketBasisPublishedLane[];
}

/** Evidence for the rate. */
export interface QuoteMarketBasis {
  /** Narrowest market level with enough loads: lane, zone, state, region; model if no level has enough. */
  readonly level: string;
  /** Loads of that level; null if the count must not be shown. */
  readonly observations: number | null;
  /** Monday of the first week with such loads; empty if the basis is the cost model. */
  readonly since: string;
  /** Monday of the last week with such loads, day of the published rates, or Monday of the diesel price. */
  readonly as_of: string;
  /** `cost model`, `published rates`, `reported loads`, `own loads` or `simulated`. */
  readonly source: string;
  /** Version of the model. */
  readonly model_version: string;
  readonly published?: QuoteMarketBasisPublished;
}

/** Distance of the price from the market: base rate and fuel surcharge less `rate`. */
export interface QuoteMarketSpread {
  /** USD; less than 0 if the price is below the market. */
  readonly amount: number;
  /** Percent of `rate`. */
  readonly percent: number;
}

/** Evidence for the price. A preview does not show the market rate itself. */
export interface QuotePreviewMarket {
  /** Confidence in the rate from 0 to 100. */
  readonly confidence: number;
  readonly basis: QuoteMarketBasis;
  /** Whether the loads behind the rate are simulated. */
  readonly simulated: boolean;
  /** Factors that the price ignores, as full sentences. */
  readonly not_known: readonly string[];
}

/** Origin and destination. */
export interface QuoteListItemRoute {
  /** Origin. */
  readonly origin: string;
  /** Destination. */
  readonly destination: string;
}

export type QuoteEventItemStatus = 'pending' | 'converted' | 'declined' | 'superseded' | 'expired';

export type UploadErrorCode =
  | 'FILE_INVALID'
  | 'COLUMNS_NOT_UNDERSTOOD'
  | 'FILE_TOO_LARGE'
  | 'IMPORT_CRASHED'
  | 'IMPORT_EXPIRED'
  | 'LOAD_LIMIT_REACHED'
  | 'CONTRACT_RATE_LIMIT_REACHED';

export interface FileColumnsRead {
  /** Header of the column. */
  readonly header: string;
  /** What the column means. */
  readonly as: string;
}

export type QuoteUploadState = 'awaiting_upload' | 'importing' | 'imported' | 'rejected' | 'failed' | 'expired' | 'cancelled';

export type QuoteUploadStep = 'queued' | 'reading' | 'importing' | 'waiting';

/** Rows of the file, without the header. */
export interface QuoteUploadRows {
  /** Rows that were read. */
  readonly read: number;
  /** Rows that created an item. 0 until the import has ended. */
  readonly created: number;
  /** Rows that replaced a stored item with other values. 0 until the import has ended. */
  readonly replaced: number;
  /** Rows whose item was stored with the same values. 0 until the import has ended. */
  readonly unchanged: number;
  /** Rows that cannot be used. */
  readonly rejected: number;
}

export interface QuoteUploadRejectedRow {
  /** Row as a spreadsheet counts it, from 1: a line break inside a cell does not start a row. */
  readonly line: number;
  /** Why the row cannot be used. */
  readonly reason: string;
  /** Header of the column that is wrong, or of the first of several. Absent if none is. */
  readonly header?: string;
  /** Text of its cell, of at most 100 characters and without control characters. Absent if it is empty. */
  readonly value?: string;
}

export interface QuoteUploadWarning {
  /** Line of the row. */
  readonly line: number;
  /** The warning, as a sentence. */
  readonly message: string;
}

/** Headers that the request must have, by name. */
export type CreatedQuoteUploadAddressHeaders = Readonly<Record<string, string>>;

/** How to send the file. Absent if an answer is replayed after the time in expires_at has passed. */
export interface CreatedQuoteUploadAddress {
  /** Address that accepts one file. It needs no key; keep it secret. */
  readonly url: string;
  /** Method of the request. */
  readonly method: 'PUT';
  readonly headers: CreatedQuoteUploadAddressHeaders;
  /** When the address expires, UTC. A transfer that has begun can end later. */
  readonly expires_at: string;
}

export type NewContractRateRateType = 'flat' | 'per_mile' | 'percent_of_market';

export type NewContractRateFuel = 'included' | 'market';

/** Either `rate` or `percent_of_base`. */
export interface NewContractRateAccessorialOverridesValue {
  /** USD per unit. */
  readonly rate?: number | undefined;
  /** Percent of the base rate. */
  readonly percent_of_base?: number | undefined;
}

export type NewContractRateAccessorialOverridesName =
  | 'chassis'
  | 'triaxle'
  | 'chassis_split'
  | 'prepull'
  | 'storage'
  | 'drop_and_pick'
  | 'genset'
  | 'overweight'
  | 'hazmat'
  | 'liftgate'
  | 'inside_delivery'
  | 'residential'
  | 'limited_access'
  | 'stop_off'
  | 'tarp'
  | 'tank_cleaning'
  | 'team_drivers'
  | 'guaranteed'
  | 'reefer_handling'
  | 'flatrack'
  | 'open_top'
  | 'iso_tank'
  | 'traffic_mitigation_fee'
  | 'clean_truck_fund'
  | 'extended_gate_fee';

/** Charges that replace those of the pricing strategy, by tariff name, as in the pricing strategy. */
export type NewContractRateAccessorialOverrides = Readonly<Record<string, NewContractRateAccessorialOverridesValue>>;

export interface NewContractRateTier {
  /** Loads a week from which the amount applies. */
  readonly from_volume: number;
  /** In the unit of `amount`. */
  readonly amount: number;
}

export type ContractFuelSurchargeMethod = 'per_mile' | 'percent' | 'table';

export interface ContractFuelSurchargeRow {
  /** Diesel price in USD per gallon from which the row applies, up to `from` of the next row. */
  readonly from: number;
  /** End of the row: `from` of the next row, or up to 0.01 below it. Optional; the last row has none. */
  readonly to?: number | undefined;
  /** USD a mile. Either all rows have `per_mile`, or all have `percent`. */
  readonly per_mile?: number | undefined;
  /** Percent of the base rate. */
  readonly percent?: number | undefined;
}

export type ContractFuelSurchargeRegion = 'US' | 'R1X' | 'R1Y' | 'R1Z' | 'R20' | 'R30' | 'R40' | 'R50' | 'R5XCA' | 'CA';

export type ContractFuelSurchargeMiles = 'one_way' | 'round_trip';

/** Either `rate` or `percent_of_base`. */
export interface ContractRateAccessorialOverridesValue {
  /** USD per unit. */
  readonly rate?: number;
  /** Percent of the base rate. */
  readonly percent_of_base?: number;
}

/** Charges by tariff name that replace those of the pricing strategy. */
export type ContractRateAccessorialOverrides = Readonly<Record<string, ContractRateAccessorialOverridesValue>>;

export interface ContractRateUploadOverlapsListed {
  /** Line of the row. */
  readonly line: number;
  /** Id of the other rate. */
  readonly with_rate_id: string;
  /** First common day. */
  readonly from: string;
  /** Last common day; null if there is none. */
  readonly to: string | null;
  /** Whether the rates differ in amount, minimum, fuel, accessorials or tiers. */
  readonly contradictory: boolean;
}

/**
 * Pairs of rates for the same customer, lane and equipment whose days overlap. They are not errors: the order
 * of selection decides.
 */
export interface ContractRateUploadOverlaps {
  /** Number of pairs. */
  readonly total: number;
  /** The first 100 pairs. */
  readonly listed: readonly ContractRateUploadOverlapsListed[];
}

export type CreatedRfpStatus = 'awaiting_upload' | 'pricing' | 'priced' | 'awarded' | 'closed' | 'failed';

/** Units of accessorials that the request gave, by tariff name. Absent if there are none. */
export type CreatedRfpQuantities = Readonly<Record<string, number>>;

/** Number of lanes. */
export interface CreatedRfpLanes {
  /** Lanes of the RFP. */
  readonly total: number;
  /** Lanes with a price in the current version. */
  readonly priced: number;
  /** Lanes without a price in the current version; each has an error. */
  readonly failed: number;
  /** Lanes that are in no sum. */
  readonly excluded: number;
  /** Priced lanes that you won, without excluded ones. */
  readonly won: number;
  /** Priced lanes that you lost, without excluded ones. */
  readonly lost: number;
  /** Priced lanes that are neither won nor lost, without excluded ones. */
  readonly open: number;
}

export type RfpErrorCode = 'FILE_INVALID' | 'COLUMNS_NOT_UNDERSTOOD' | 'USAGE_LIMIT_EXCEEDED' | 'BILLING_REQUIRED';

export interface RfpLaneSpecialRequirement {
  readonly name: string;
  readonly quantity: number;
}

/** Sums of the won lanes of these. */
export interface RfpDetailTotalsWon {
  /** USD. */
  readonly weekly_spend: number;
  /** USD. */
  readonly annual_spend: number;
}

/** Sums of the priced lanes that are not excluded. Lanes without a weekly volume add 0. */
export interface RfpDetailTotals {
  /** Customer's prices times loads a week, in USD. */
  readonly weekly_spend: number;
  /** Sum of the annual spends of the lanes, in USD: price times loads a year, rounded once for each lane. */
  readonly annual_spend: number;
  readonly won: RfpDetailTotalsWon;
  /** Sums of the lost lanes of these. */
  readonly lost: RfpDetailTotalsWon;
  /** Sums of the open lanes of these. */
  readonly open: RfpDetailTotalsWon;
}

export interface RfpDetailConfidence {
  /** Lowest confidence of the range. */
  readonly from: number;
  /** Highest confidence of the range. */
  readonly to: number;
  /** Lanes with a confidence in the range. */
  readonly lanes: number;
}

export type RfpDetailErrorCode = 'LANE_INVALID' | 'LOCATION_NOT_FOUND' | 'LOCATION_AMBIGUOUS' | 'NO_ROUTE' | 'INTERNAL_ERROR';

export interface RfpDetailError {
  /** Code of the error. */
  readonly code: RfpDetailErrorCode;
  /** Lanes with this error. */
  readonly lanes: number;
}

/** Number of lanes. */
export interface RfpVersionLanes {
  /** Lanes with a price. */
  readonly priced: number;
  /** Lanes without a price. */
  readonly failed: number;
  /** Lanes that are in no sum. */
  readonly excluded: number;
}

export type RfpLaneResultStatus = 'priced' | 'failed';

export type RfpLaneResultOutcome = 'won' | 'lost';

export type RfpLanePricingRateSourceType = 'market' | 'manual';

/** What the base rate comes from. */
export interface RfpLanePricingRateSource {
  /** `market`: by the pricing strategy. `manual`: by a person. */
  readonly type: RfpLanePricingRateSourceType;
  /** The member of `price` that was set. Only with the type `manual`. */
  readonly set?: QuotedMoveRateSourceSet;
  /** Total in USD that the pricing strategy gives. */
  readonly strategy_total?: number;
}

/** The fuel part of the rate. */
export interface RfpLaneAnalysisFuel {
  /** USD. */
  readonly amount: number;
  /** USD per gallon. */
  readonly diesel_price: number;
  /** Region of the diesel price, such as `California`. */
  readonly diesel_region: string;
  /** Monday of the diesel price. */
  readonly diesel_date: string;
  /** Set if the price is estimated from that of the West Coast (PADD5). */
  readonly estimated?: true;
}

export interface RfpLaneErrorDetailsError {
  /** Field of the lane. */
  readonly field: string;
  /** What is wrong, without the name of the field. */
  readonly message: string;
  /** Header of the column that the field was read from, if the lane came in a file. */
  readonly header?: string;
  /** Text of its cell, of at most 100 characters and without control characters. Absent if it is empty. */
  readonly value?: string;
}

/** Members depend on the code. */
export interface RfpLaneErrorDetails {
  /** Invalid fields (LANE_INVALID). */
  readonly errors?: readonly RfpLaneErrorDetailsError[];
  /** Field of the lane that names the place. */
  readonly field?: string;
  /** Value of the field. */
  readonly value?: string;
  /** Places that match an ambiguous text. */
  readonly candidates?: readonly QuotesErrorErrorDetailsCandidate[];
  /** Up to three places that an unknown text can mean. */
  readonly suggestions?: readonly string[];
  /** Resolved origin. */
  readonly origin?: string;
  /** Resolved destination. */
  readonly destination?: string;
}

export type ContributedMarketName =
  | 'los-angeles'
  | 'oakland'
  | 'stockton'
  | 'san-diego'
  | 'seattle'
  | 'portland'
  | 'spokane'
  | 'salt-lake'
  | 'reno'
  | 'las-vegas'
  | 'phoenix'
  | 'tucson'
  | 'albuquerque'
  | 'el-paso'
  | 'denver'
  | 'dallas'
  | 'houston'
  | 'san-antonio'
  | 'laredo'
  | 'kansas-city'
  | 'st-louis'
  | 'omaha'
  | 'twin-cities'
  | 'duluth'
  | 'chicago'
  | 'indianapolis'
  | 'detroit'
  | 'cincinnati'
  | 'columbus'
  | 'cleveland'
  | 'toledo'
  | 'louisville'
  | 'memphis'
  | 'nashville'
  | 'birmingham'
  | 'huntsville'
  | 'atlanta'
  | 'mobile'
  | 'new-orleans'
  | 'jackson'
  | 'savannah'
  | 'charleston'
  | 'jacksonville'
  | 'miami'
  | 'tampa'
  | 'orlando'
  | 'charlotte'
  | 'greenville'
  | 'greensboro'
  | 'wilmington-nc'
  | 'rocky-mount'
  | 'norfolk'
  | 'richmond'
  | 'front-royal'
  | 'baltimore'
  | 'philadelphia'
  | 'harrisburg'
  | 'scranton'
  | 'new-york'
  | 'boston'
  | 'worcester'
  | 'springfield'
  | 'albany'
  | 'syracuse'
  | 'buffalo'
  | 'pittsburgh'
  | 'portland-me'
  | 'anchorage'
  | 'fairbanks'
  | 'honolulu'
  | 'san-juan'
  | 'virgin-islands'
  | 'guam'
  | 'dutch-harbor'
  | 'kodiak';

/** Number of loads by equipment. */
export interface ContributedTrailersByEquipment {
  /** Loads of dry vans and power only. */
  readonly dryvan: number;
  /** Loads of refrigerated trailers. */
  readonly reefer: number;
  /** Loads of flatbeds, step decks, conestogas and hot shots. */
  readonly flatbed: number;
}

export type MarketUploadMode = 'test' | 'live';

export type MarketUploadStep = 'queued' | 'reading' | 'importing' | 'publishing' | 'waiting';

/** Rows of the file, without the header. */
export interface MarketUploadRows {
  /** Rows that were read. */
  readonly read: number;
  /** Rows that added a load. 0 until the import has ended. */
  readonly imported: number;
  /** Rows whose load was already imported. 0 until the import has ended. */
  readonly duplicates: number;
  /** Rows that cannot be used. */
  readonly rejected: number;
}

/** How to send the file. Absent if an answer is replayed after the time in expiresAt has passed. */
export interface CreatedMarketUploadUpload {
  /** Address that accepts one file. It needs no key; keep it secret. */
  readonly url: string;
  /** Method of the request. */
  readonly method: 'PUT';
  readonly headers: CreatedQuoteUploadAddressHeaders;
  /** When the address expires, UTC. A transfer that has begun can end later. */
  readonly expiresAt: string;
}

export type PricingRuleWhenWeekday = 'sunday' | 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday';

/** Conditions that a move must all meet. At least one. */
export interface PricingRuleWhen {
  /**
   * Name of the customer of the quote or RFP; case, accents and spaces at the ends do not matter. Absent: all
   * customers.
   */
  readonly customer?: string | undefined;
  /**
   * Terminal name, ZIP code, city with state, 3-digit ZIP, UN/LOCODE of a port, or state code. Absent:
   * anywhere.
   */
  readonly origin?: string | undefined;
  /** As `origin`. */
  readonly destination?: string | undefined;
  /** Equipment types. Absent: all. */
  readonly equipment_types?: readonly string[] | undefined;
  /** Least one-way road miles. */
  readonly min_miles?: number | undefined;
  /** Most one-way road miles. */
  readonly max_miles?: number | undefined;
  /** Weekdays of the day of pickup. Absent: all. */
  readonly weekdays?: readonly PricingRuleWhenWeekday[] | undefined;
  /** Least days from the day of the quote, at the origin, to the day of pickup. */
  readonly min_lead_days?: number | undefined;
  /** Most days from the day of the quote, at the origin, to the day of pickup. */
  readonly max_lead_days?: number | undefined;
}

/** Margin in place of all margin bands. Not for contract rates. */
export interface PricingRuleTermsMargin {
  /** Markup in percent of the cost. */
  readonly percent: number;
  /** Minimum markup in USD. */
  readonly floor: number;
}

export type PricingRuleTermsRoundingMode = 'nearest' | 'up' | 'down';

/** Rounding of the base rate. Not for contract rates. */
export interface PricingRuleTermsRounding {
  /** Step in USD. */
  readonly to: number;
  /** Direction of rounding. */
  readonly mode: PricingRuleTermsRoundingMode;
}

export type PricingRuleTermsFuel = 'separate' | 'included';

/** Either `rate` or `percent_of_base`. */
export interface PricingRuleTermsAccessorialOverridesValue {
  /** USD per unit. */
  readonly rate?: number | undefined;
  /** Percent of the base rate. */
  readonly percent_of_base?: number | undefined;
}

/**
 * Charges that replace those of the strategy and the tariff, by tariff name. Those of a contract rate come
 * first.
 */
export type PricingRuleTermsAccessorialOverrides = Readonly<Record<string, PricingRuleTermsAccessorialOverridesValue>>;

/** Terms that replace those of the strategy. At least one; others stay as in the strategy. */
export interface PricingRuleTerms {
  readonly margin?: PricingRuleTermsMargin | undefined;
  readonly rounding?: PricingRuleTermsRounding | undefined;
  /** Days after the day of creation on which a quote is valid. */
  readonly validity_days?: number | undefined;
  /** As `fuel` of the strategy. Not for contract rates. */
  readonly fuel?: PricingRuleTermsFuel | undefined;
  readonly accessorial_overrides?: PricingRuleTermsAccessorialOverrides | undefined;
}

export interface PricingStrategyTermsMargin {
  /** One-way miles from which the band applies: 0 in the first band, then increasing. */
  readonly from_miles: number;
  /** Markup in percent of the cost. */
  readonly percent: number;
  /** Minimum markup in USD. */
  readonly floor: number;
}

/** Margin bands by equipment type, in place of the general bands; {} for none. */
export type PricingStrategyTermsMarginsByEquipment = Readonly<Record<string, readonly PricingStrategyTermsMargin[]>>;

export interface PricingStrategyTermsVolumeDiscount {
  /** Discount in percent. */
  readonly percent: number;
  /** Number of containers from which the discount applies. */
  readonly containers: number;
}

export type ApiKeyScope = 'read' | 'write' | 'admin';

export type AuditLogEntryActorType = 'key' | 'operator';

/** Who made the change. */
export interface AuditLogEntryActor {
  /** `key`: a call with an API key. `operator`: an operator of the service. */
  readonly type: AuditLogEntryActorType;
  /** Id of the API key, which can be deleted; null for operators. */
  readonly keyId: string | null;
}

export type AuditLogEntryAction =
  | 'key.created'
  | 'key.rotated'
  | 'key.deleted'
  | 'pricing_strategy.replaced'
  | 'accessorial_tariff.replaced'
  | 'webhook.created'
  | 'webhook.updated'
  | 'webhook.deleted'
  | 'webhook.secret_rotated'
  | 'share_link.created'
  | 'share_link.revoked'
  | 'organization.created'
  | 'organization.suspended'
  | 'organization.resumed'
  | 'organization.limits_changed'
  | 'organization.plan_changed'
  | 'organization.sharing_changed'
  | 'organization.exported'
  | 'organization.gateway_key_rotated'
  | 'event.sent'
  | 'loads.imported'
  | 'quotes.copied'
  | 'quotes.recounted';

export type AuditLogEntryTargetType = 'key' | 'pricing_strategy' | 'accessorial_tariff' | 'webhook' | 'quote' | 'organization';

/** The changed resource. */
export interface AuditLogEntryTarget {
  /** Kind of the resource. */
  readonly type: AuditLogEntryTargetType;
  /** Id of the key, of the webhook or of the organization; version of the pricing strategy. */
  readonly id: string;
}

/** Values of the change. They depend on the action, and contain no secrets. */
export type AuditLogEntryDetails = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

export interface AccessorialTier {
  /** First day of the tier, counted from 1; greater than in the previous tier. */
  readonly from_day: number;
  /** USD for each day of the tier. */
  readonly amount: number;
}

export type AccessorialUnit =
  | 'flat'
  | 'per container'
  | 'per load'
  | 'per day'
  | 'per hour'
  | 'per mile'
  | 'per stop'
  | 'per occurrence'
  | 'percent';

export type AccessorialOccasion = 'on request' | 'by equipment' | 'port fee' | 'after the move';

export type AccessorialSource = 'default' | 'custom';

export interface AccessorialTariffReplacementAccessorialTier {
  /** First day of the tier, counted from 1; greater than in the previous tier. */
  readonly from_day: number;
  /** USD for each day of the tier. */
  readonly amount: number;
}

export interface AccessorialTariffReplacementAccessorial {
  /** Name in requests: lower_snake_case. */
  readonly name: string;
  /** Name for people. Default: the title in the base tariff. */
  readonly title?: string | undefined;
  /** USD for each unit. Give one of `amount`, `percent` and `tiers`. */
  readonly amount?: number | undefined;
  /** Percent of the base rate; of base rate and fuel surcharge for `drop_and_pick`. */
  readonly percent?: number | undefined;
  /** Amounts by day, in place of one amount per day. Days before the first tier are free. */
  readonly tiers?: readonly AccessorialTariffReplacementAccessorialTier[] | undefined;
  /** What the amount is charged for. Default: the unit in the base tariff. */
  readonly unit?: AccessorialUnit | undefined;
  /** Units that a quote charges: days, hours or stops. `per mile` charges the miles of the move. */
  readonly quantity?: number | undefined;
  /** Days or hours of the quantity that are not charged. */
  readonly free_time?: number | undefined;
  /**
   * `on request`: if a request names it. `by equipment`: always with its equipment. `port fee`: if a request
   * names it, or if the pricing strategy has `port_fees`. `after the move`: never in a quote.
   */
  readonly occasion?: AccessorialOccasion | undefined;
  /** Equipment to which it applies. Default: that of the base tariff, or all. */
  readonly equipment_types?: readonly EquipmentType[] | undefined;
  /**
   * UN/LOCODEs of the ports where it applies. Without ports and terminals: those of the base tariff, or
   * everywhere.
   */
  readonly ports?: readonly string[] | undefined;
  /** Exact names of the terminals where it applies, in addition to the ports. */
  readonly terminals?: readonly string[] | undefined;
  /** First day of pickup, YYYY-MM-DD; empty for no limit. */
  readonly effective_from?: string | undefined;
  /** Last day of pickup, YYYY-MM-DD; empty for no limit. */
  readonly effective_to?: string | undefined;
  /** false: the accessorial does not exist for this equipment, these places and days. */
  readonly enabled?: boolean | undefined;
  /** `default`: of the base tariff. `custom`: of the own tariff. A replacement ignores entries with `default`. */
  readonly source?: AccessorialSource | undefined;
}

export type DeliveryAttemptError =
  | 'timeout'
  | 'connect'
  | 'dns'
  | 'tls'
  | 'reset'
  | 'rejected-address'
  | 'protocol'
  | 'redirect'
  | 'status'
  | 'interrupted';

/** What the text says, in the form of a quote request. Null or empty: the text does not say it. */
export interface ChatLaneRequest {
  /** Where the load is picked up. */
  readonly origin: string | null;
  /** Where the load is delivered. */
  readonly destination: string | null;
  /** Equipment. */
  readonly equipment_type: EquipmentType | null;
  /** Day of the pickup. Arrival, cutoff and delivery dates are no pickups. */
  readonly pickup_date: string | null;
  /** Places between the ends, in the order of the text. */
  readonly stops: readonly string[];
  /** Names of accessorials. */
  readonly special_requirements: readonly string[];
  /** Loads a week. "x3" once is no volume. */
  readonly weekly_volume: number | null;
  /**
   * Weight of the cargo in pounds. Kilograms and tons are converted. `assumptions` names limits and weights of
   * pieces or equipment, which are left out.
   */
  readonly weight_lbs: number | null;
  /** What is moved. */
  readonly commodity: string | null;
  /** Reference of the customer. */
  readonly customer_reference: string | null;
}

/** The places that quotes resolve the request to; null if a place is not clear. */
export interface ChatLaneRoute {
  /** The resolved origin. */
  readonly origin: ChatPlace | null;
  /** The resolved destination. */
  readonly destination: ChatPlace | null;
}

export interface ChatLaneFound {
  /** Field of `request`. */
  readonly field: string;
  /** The part of the text. */
  readonly text: string;
  /** Position of its first character, in UTF-16 units. */
  readonly start: number;
  /** Position after its last character. */
  readonly end: number;
  /** Position of the text in `messages`, or `subject`. Absent: the first text. */
  readonly source?: number | 'subject';
}

/** Details of the error, such as `candidates` of a place. */
export type ChatQuoteErrorDetails = Readonly<Record<string, unknown>>;

/** Why there is no quote, as the creation of a quote answers it. */
export interface ChatQuoteError {
  /** Code of the error. */
  readonly code: string;
  /** What to change. */
  readonly message: string;
  readonly details: ChatQuoteErrorDetails;
}

export type QuoteEventObjectStatus = 'pending' | 'converted' | 'expired' | 'deleted';

/** A charge. */
export interface QuoteEventObjectAccessorial {
  /** Its title for people. */
  readonly name: string;
  /** USD, per what frequency says. */
  readonly rate: number;
  /** Its name in requests, as in special_requirements. */
  readonly id: string;
  /** Where its amount is from. */
  readonly type: AccessorialSource;
  /** per day, per container, per occurrence and the like. */
  readonly frequency: string;
}

/** A step. */
export interface QuoteEventObjectVolumeDiscount {
  /** Percent. */
  readonly discount: number;
  /** From this many on. */
  readonly containers: number;
}

/** Of the origin. */
export interface QuoteEventObjectRouteCoordinatesOrigin {
  /** Latitude in degrees. */
  readonly lat: number;
  /** Longitude in degrees. */
  readonly lng: number;
}

/** Of both ends. */
export interface QuoteEventObjectRouteCoordinates {
  readonly origin: QuoteEventObjectRouteCoordinatesOrigin;
  /** Of the destination. */
  readonly destination: QuoteEventObjectRouteCoordinatesOrigin;
}

/** The texts of the request. Quotes of this service have it. */
export interface QuoteEventObjectRouteRequested {
  /** Origin of the request. */
  readonly origin: string;
  /** Destination of the request. */
  readonly destination: string;
}

/** From where to where, as it was resolved. */
export interface QuoteEventObjectRoute {
  /** Name of the terminal or city. */
  readonly origin: string;
  /** Name of the terminal or city. */
  readonly destination: string;
  /** Kind of place. */
  readonly originType: QuoteStopType;
  /** Kind of place. */
  readonly destinationType: QuoteStopType;
  readonly coordinates: QuoteEventObjectRouteCoordinates;
  /** Names of the stops between origin and destination. Quotes of this service have it. */
  readonly stops?: readonly string[];
  readonly requested?: QuoteEventObjectRouteRequested;
}

/** What was asked for. */
export interface QuoteEventObjectSearchParams {
  /** spot for quotes of this service. */
  readonly quoteType: string;
  /** live, or drop where the container is left to be picked up later. */
  readonly deliveryType: string;
  /** Empty for quotes of this service: they are of one container. */
  readonly containerVolume: string;
  /** 0 for quotes of this service. */
  readonly volumeDiscount: number;
}

/** The last moment that the quote is valid. */
export interface QuoteEventObjectValidUntil {
  /** Since 1970-01-01T00:00:00Z. */
  readonly seconds: number;
  /** Of the second. */
  readonly nanoseconds: number;
}

export type QuoteUpdatedObjectStatus = 'pending' | 'converted' | 'expired';

/** Position of the page. */
export interface SearchTerminalsResultPagination {
  /** Number of the page. */
  readonly currentPage: number;
  /** Pages of the result. */
  readonly totalPages: number;
  /** Terminals of the result. */
  readonly totalHits: number;
  /** Maximum terminals of a page. */
  readonly hitsPerPage: number;
}

export interface SearchTerminalsResponse {
  readonly status: 'success';
  /** Best match first, or nearest first. */
  readonly data: readonly Terminal[];
  readonly pagination: SearchTerminalsResultPagination;
}

export interface SearchPlacesResponse {
  readonly status: 'success';
  /** Best match first; empty if no place matches. */
  readonly data: readonly SuggestedPlace[];
}

export interface PriceLanesResponse {
  readonly status: 'success';
  /** One result for each lane. */
  readonly data: readonly RateResult[];
}

export interface CreateQuoteBody {
  /**
   * Where the load is picked up. A city, "City, ST", ZIP code, ZIP+4, "City, ST ZIP", UN/LOCODE or the name of
   * a terminal. Two different places are required.
   */
  readonly origin: string;
  /**
   * Where the load is delivered. A city, "City, ST", ZIP code, ZIP+4, "City, ST ZIP", UN/LOCODE or the name of
   * a terminal. Two different places are required.
   */
  readonly destination: string;
  /**
   * Places between origin and destination, at most 5, in order. The miles lead through all of them, and each
   * is charged as `stop_off`.
   */
  readonly stops?: readonly string[] | undefined;
  /**
   * One of `dryvan`, `reefer`, `flatbed`, `step_deck`, `conestoga`, `power_only`, `hot_shot`, `container_20`,
   * `container_40`, `container_40hc`, `container_45hc`, `reefer_container_20`, `reefer_container_40`,
   * `flatrack`, `open_top`, `iso_tank`, `domestic_53`, or a usual spelling such as "40' HC".
   */
  readonly equipment_type: string;
  /** From today, at the place of pickup, to 365 days ahead. */
  readonly pickup_date: string;
  /** Your own reference. Reads and lists return it. */
  readonly customer_reference?: string | undefined;
  /**
   * Name of the customer. Contract rates of this customer can price the quote. Names are compared without case
   * and accents.
   */
  readonly customer?: string | undefined;
  /**
   * `spot`: the market. `contract`: a contract rate; without a match the call is rejected. `auto` (default): a
   * contract rate if one matches, else the market.
   */
  readonly pricing_type?: QuotedMoveRateSourcePricingType | undefined;
  /**
   * Loads a week, at most 10000, with at most 2 decimals. It selects the volume tier of a contract rate;
   * without it, or with null, the amount below the first tier applies.
   */
  readonly weekly_volume?: number | null | undefined;
  /**
   * Pounds of cargo, without the container. Above the legal payload of the equipment, `overweight` and for
   * containers `triaxle` are added, with a warning.
   */
  readonly weight_lbs?: number | null | undefined;
  /** What is moved. It has no effect on the price. */
  readonly commodity?: string | undefined;
  /**
   * The price that a person sets instead of the pricing strategy and a contract rate. Fuel surcharge and
   * accessorials stay as calculated.
   */
  readonly price?: QuotePrice | null | undefined;
  /**
   * Names of accessorials that fit the equipment and the terminal, in any case, with spaces, hyphens or
   * underscores: `hazmat`, `liftgate`, `inside_delivery`, `residential`, `limited_access`, `stop_off`,
   * `team_drivers`, `guaranteed`, `tarp`, `chassis`, `triaxle`, `chassis_split`, `prepull`, `storage`,
   * `drop_and_pick`, `overweight`, `traffic_mitigation_fee`, `clean_truck_fund`, `extended_gate_fee`,
   * `genset`, `reefer_handling`, `flatrack`, `open_top`, `tank_cleaning`, `iso_tank`. A repeated name counts
   * once. An object gives the quantity, in the unit of the charge: days of storage, hours, stops.
   */
  readonly special_requirements?: readonly (string | RfpLaneSpecialRequirement)[] | undefined;
}

export interface CreateQuoteResponse {
  readonly quote: CreatedQuote;
}

/** Position of the page. */
export interface ListQuotesResultPagination {
  /** Quotes that match the filter. */
  readonly total_count: number;
  /** Maximum items of the page. */
  readonly limit: number;
  /** Number of skipped quotes. */
  readonly offset: number;
}

export interface ListQuotesResponse {
  /** Newest first. */
  readonly quotes: readonly QuoteListItem[];
  readonly pagination: ListQuotesResultPagination;
}

export interface ReadQuoteResponse {
  readonly quote: Quote;
}

/** The deleted quote. */
export interface DeleteQuoteResultQuote {
  /** Id of the deleted quote. */
  readonly quote_id: string;
  readonly deleted: true;
}

export interface DeleteQuoteResponse {
  readonly quote: DeleteQuoteResultQuote;
}

export interface ListQuoteEventsResponse {
  /** Oldest first. */
  readonly events: readonly QuoteEventItem[];
}

export interface ConvertQuoteBody {
  /** Who converted the quote, at most 200 characters. */
  readonly converted_by?: string | undefined;
  /** Order of the customer, at most 200 characters. */
  readonly order_reference?: string | undefined;
}

export type ReadQuoteReportQueryGroupBy = 'month' | 'customer' | 'lane' | 'equipment';

export type ReadQuoteReportQuerySource = 'quotes' | 'rfps' | 'imported' | 'all';

export interface ReadQuoteReportResultRow extends ReadQuoteReportResultTotal {
  /**
   * Month (YYYY-MM), customer ("" for quotes without one), lane (cities; a terminal counts to the city of its
   * port) or equipment. Names and aliases of a customer record are one customer, with the name of the record.
   */
  readonly key: string;
  /** Id of the customer record. Absent for other rows. */
  readonly customer_id?: string;
}

/** Figures over all groups. */
export interface ReadQuoteReportResultTotal {
  /** Quotes created in the months, without deleted and superseded ones. */
  readonly quotes: number;
  /** Converted quotes of these. */
  readonly won: number;
  /** Declined quotes of these. */
  readonly lost: number;
  /** Quotes that were revised. The quote that revises them stands for them in all other figures. */
  readonly superseded: number;
  /** Won quotes in percent of won and lost quotes; null if there are none. */
  readonly win_rate: number | null;
  /**
   * Average margin of a quote that the service priced; `percent` is of the costs that the margins cover. Null
   * without such quotes.
   */
  readonly average_margin: QuoteReportAverage | null;
  /** As `average_margin`, of won quotes. */
  readonly average_margin_won: QuoteReportAverage | null;
  /**
   * Average of base rate and fuel surcharge over the market rate; `percent` is of the market rates. Null
   * without quotes.
   */
  readonly spread_to_market: QuoteReportAverage | null;
  /** As `spread_to_market`, of won quotes. */
  readonly spread_to_market_won: QuoteReportAverage | null;
}

export interface ReadQuoteReportResponse {
  /** First month. */
  readonly from: string;
  /** Last month. */
  readonly to: string;
  /** What counts. */
  readonly source: ReadQuoteReportQuerySource;
  /** What a row stands for. */
  readonly group_by: ReadQuoteReportQueryGroupBy;
  /**
   * Months, the last first; or groups by the number of quotes, the largest first. Groups without quotes have
   * no row.
   */
  readonly rows: readonly ReadQuoteReportResultRow[];
  /** Number of groups. */
  readonly total_rows: number;
  readonly total: ReadQuoteReportResultTotal;
}

export interface DeclineQuoteBody {
  /** Why the customer declined. */
  readonly reason: QuoteDeclineReason;
  /** Price of the competitor in USD. */
  readonly competitor_price?: number | undefined;
  /** Note of at most 1,000 characters. */
  readonly note?: string | undefined;
}

export interface ReviseQuoteBody {
  /** As in a new quote. */
  readonly origin?: string | undefined;
  /** As in a new quote. */
  readonly destination?: string | undefined;
  /** As in a new quote. */
  readonly stops?: readonly string[] | undefined;
  /** As in a new quote. */
  readonly equipment_type?: string | undefined;
  /** From today, at the place of pickup, to 365 days ahead. */
  readonly pickup_date?: string | undefined;
  /** Your own reference. Reads and lists return it. */
  readonly customer_reference?: string | undefined;
  /** As in a new quote. */
  readonly customer?: string | undefined;
  /** As in a new quote. */
  readonly pricing_type?: QuotedMoveRateSourcePricingType | undefined;
  /** As in a new quote. */
  readonly weekly_volume?: number | null | undefined;
  /** As in a new quote. */
  readonly weight_lbs?: number | null | undefined;
  /** What is moved. It has no effect on the price. */
  readonly commodity?: string | undefined;
  /** As in a new quote. */
  readonly price?: QuotePrice | null | undefined;
  /** As in a new quote. */
  readonly special_requirements?: readonly (string | RfpLaneSpecialRequirement)[] | undefined;
}

/**
 * What columns of the file mean, by their headers as the file has them: overrides how headers are read. Only
 * for a file.
 */
export type CreateQuoteUploadBodyColumns = Readonly<Record<string, string>>;

export interface CreateQuoteUploadBody {
  /** Name of the file, to recognize the upload: 1 to 255 characters without control characters. */
  readonly file_name?: string | null | undefined;
  readonly columns?: CreateQuoteUploadBodyColumns | undefined;
  /**
   * Name of the sheet of a workbook. Default: the sheet with the most columns that are understood. Only for a
   * file.
   */
  readonly sheet?: string | undefined;
}

export interface CreateQuoteUploadResponse {
  readonly upload: CreatedQuoteUpload;
}

export interface ReadQuoteUploadResponse {
  readonly upload: QuoteUpload;
}

export type ReadQuoteSheetQueryFormat = 'html' | 'pdf';

export interface ShareQuoteBody {
  /**
   * Days until the link expires. Default: the link expires with the quote, at its `expiry_date`; if that has
   * passed, after 14 days.
   */
  readonly expires_in_days?: number | undefined;
}

export interface ShareQuoteResponse extends ReadQuoteShareResponse {
  /** Address of the sheet for the customer. Absent if the first response to the Idempotency-Key is repeated. */
  readonly url?: string;
}

export interface ReadQuoteShareResponse {
  /** Id of the quote. */
  readonly quote_id: string;
  /** Time of creation, UTC. */
  readonly created_at: string;
  /** When the link stops working, UTC. */
  readonly expires_at: string;
  /** Id of the API key that created the link. */
  readonly created_by: string;
  /** How often the sheet was opened by the link, link previews included. */
  readonly views: number;
  /** Time of the last view, UTC. Absent before the first view. */
  readonly last_viewed_at?: string;
}

export interface RevokeQuoteShareResponse {
  /** Id of the quote. */
  readonly quote_id: string;
  readonly deleted: true;
}

export interface ListQuoteSharesResponse {
  /** The link of the newest quote first. */
  readonly shares: readonly ReadQuoteShareResponse[];
  readonly pagination: CursorPagination;
}

export interface CreateContractRatesBody {
  /** 1 to 1000 rates. */
  readonly rates: readonly NewContractRate[];
  /** Whether valid rates are written although others are invalid. Default: false. */
  readonly skip_invalid?: boolean | undefined;
}

export type CreateContractRatesResultRateStatus = 'created' | 'replaced' | 'unchanged';

export interface CreateContractRatesResultRate {
  /** Index of the rate or lane. */
  readonly index: number;
  /** Id of the rate. */
  readonly rate_id: string;
  /** Version of the rate. */
  readonly version: number;
  /** `created`; `replaced`: the next version of a stored rate; `unchanged`: stored with these terms. */
  readonly status: CreateContractRatesResultRateStatus;
}

export interface CreateContractRatesResultRejected {
  /** Index of the rate. */
  readonly index: number;
  /** Errors of the rate. */
  readonly errors: readonly QuotesErrorErrorDetailsError[];
}

export interface CreateContractRatesResultOverlapsListed {
  /** Index of the rate. */
  readonly index: number;
  /** Id of the other rate. */
  readonly with_rate_id: string;
  /** Index of the other rate; null if it was stored before. */
  readonly with_index: number | null;
  /** First common day. */
  readonly from: string;
  /** Last common day; null if there is none. */
  readonly to: string | null;
  /** Whether the rates differ in amount, minimum, fuel, accessorials or tiers. */
  readonly contradictory: boolean;
}

/** Pairs of rates for the same customer, lane and equipment whose days overlap. */
export interface CreateContractRatesResultOverlaps {
  /** Number of pairs. */
  readonly total: number;
  /** The first 500 pairs. */
  readonly listed: readonly CreateContractRatesResultOverlapsListed[];
}

export interface CreateContractRatesResultWarning {
  /** Index of the rate or lane. */
  readonly index: number;
  /** The warning, as a sentence. */
  readonly message: string;
}

export interface CreateContractRatesResponse {
  /** One entry for each valid rate, in the order of the request. */
  readonly rates: readonly CreateContractRatesResultRate[];
  /** Invalid rates, if `skip_invalid` is true. */
  readonly rejected: readonly CreateContractRatesResultRejected[];
  readonly overlaps: CreateContractRatesResultOverlaps;
  /** Rates that start or end in the past, and how places and customers with namesakes were read; at most 500. */
  readonly warnings: readonly CreateContractRatesResultWarning[];
}

export type ListContractRatesQueryFormat = 'json' | 'csv';

export interface ListContractRatesResponse {
  /** Newest first. */
  readonly rates: readonly ContractRate[];
  readonly pagination: CursorPagination;
}

export interface ReadContractRateResponse {
  readonly rate: ContractRate;
}

export interface ReplaceContractRateBody extends NewContractRate {
  /**
   * The version that you read. If another call came first, the response is 409. Without it, the last call
   * wins.
   */
  readonly version?: number | undefined;
}

export interface ReplaceContractRateResponse {
  readonly rate: ContractRate;
  /** How places and a customer with namesakes were read. */
  readonly warnings: readonly string[];
}

/** The deleted rate. */
export interface DeleteContractRateResultRate {
  /** Id of the deleted rate. */
  readonly rate_id: string;
  readonly deleted: true;
}

export interface DeleteContractRateResponse {
  readonly rate: DeleteContractRateResultRate;
}

export interface CreateContractRateUploadResponse {
  readonly upload: CreatedContractRateUpload;
}

export interface ReadContractRateUploadResponse {
  readonly upload: ContractRateUpload;
}

export interface CreateRfpBody {
  /** Name of the RFP, 1 to 200 characters. */
  readonly name: string;
  /** Name of the customer. */
  readonly customer?: string | undefined;
  /** Your own reference. Reads and lists return it. */
  readonly customer_reference?: string | undefined;
  /** Equipment of lanes without their own, as in quotes. Default: container_40. */
  readonly equipment_type?: string | undefined;
  /**
   * First day of the contract, at most 365 days from today (UTC). Lanes are priced for this day if it is past,
   * or else for today.
   */
  readonly contract_start?: string | undefined;
  /** Last day of the contract, not before `contract_start`. */
  readonly contract_end?: string | undefined;
  /**
   * `upload`: the lanes come by a CSV or XLSX file of at most 100000 lanes, which is sent to the address in
   * the response.
   */
  readonly source?: 'upload' | undefined;
  readonly columns?: CreateQuoteUploadBodyColumns | undefined;
  /**
   * Name of the sheet of a workbook. Default: the sheet with the most columns that are understood. Only for a
   * file.
   */
  readonly sheet?: string | undefined;
  /**
   * Names of accessorials of lanes without their own, or their names and quantities. They need to fit the
   * equipment of each such lane.
   */
  readonly special_requirements?: readonly (string | RfpLaneSpecialRequirement)[] | undefined;
  /** 1 to 1000 lanes. Required, unless `source` is `upload`. */
  readonly lanes?: readonly RfpLane[] | undefined;
}

export interface CreateRfpResponse {
  readonly rfp: CreatedRfp;
}

export interface ListRfpsResponse {
  /** Newest first. */
  readonly rfps: readonly Rfp[];
  readonly pagination: CursorPagination;
}

export interface ChangeRfpBody {
  /** New name, 1 to 200 characters. Allowed also while lanes are priced. */
  readonly name?: string | undefined;
  /**
   * Markup in percent of all lanes. It replaces the margins of the pricing strategy; null: the pricing
   * strategy applies.
   */
  readonly margin_percent?: number | null | undefined;
  /** Lanes to change, at most 10000, each once. */
  readonly lanes?: readonly RfpLaneChange[] | undefined;
}

export interface ChangeRfpResponse {
  readonly rfp: Rfp;
}

export interface ReadRfpResponse {
  readonly rfp: RfpDetail;
}

/** The deleted RFP. */
export interface DeleteRfpResultRfp {
  /** Id of the deleted RFP. */
  readonly rfp_id: string;
  readonly deleted: true;
}

export interface DeleteRfpResponse {
  readonly rfp: DeleteRfpResultRfp;
}

export interface AwardRfpBody {
  /**
   * `all`: each lane that has a price and is not excluded; or a list of indexes of such lanes, from 0, each
   * once.
   */
  readonly lanes: readonly number[] | 'all';
  /** Whether the lanes are won or lost. */
  readonly outcome: RfpLaneResultOutcome;
  /** Why, at most 200 characters. The lanes of an RFP have at most 50 different reasons. */
  readonly reason?: string | undefined;
}

export type ListRfpLanesQuerySort = 'index' | 'spend' | 'confidence' | 'lowest_confidence';

export interface ListRfpLanesResponse {
  /** In the order of `sort`. */
  readonly lanes: readonly RfpLaneResult[];
  /** Version of the results. */
  readonly version: number;
  readonly pagination: CursorPagination;
}

export type ReadRfpResultsQueryRedirect = 'true' | 'false';

/** Where the file is. */
export interface ReadRfpResultsResultFile {
  /** Send a GET without a key. The address is secret. */
  readonly url: string;
  /** Until when a download can begin, UTC. */
  readonly expires_at: string;
}

export interface ReadRfpResultsResponse {
  readonly file: ReadRfpResultsResultFile;
}

export interface ReadRfpWorkbookResponse {
  /** Where the workbook is. */
  readonly file: ReadRfpResultsResultFile;
}

/** The contribution in the mode of the key. */
export interface ReadMarketSummaryResultData {
  /** Mode of the key. */
  readonly mode: MarketUploadMode;
  /**
   * Whether the loads are in the market of all organizations, where counts and rates are disclosed only with
   * three contributors. Always false for test keys.
   */
  readonly shared: boolean;
  /** All loads that prices use. */
  readonly observations: number;
  /** Freight markets with loads, by their number of loads, largest first. */
  readonly freightMarkets: readonly ContributedMarket[];
  /** Weeks with loads, oldest first. */
  readonly weeks: readonly ContributedWeek[];
  /** Loads of trailers. */
  readonly trailers: ContributedTrailers;
  /** Loads of containers and trailers that do not say whether fuel is inside. Prices do not use them. */
  readonly fuelUnknown: number;
}

export interface ReadMarketSummaryResponse {
  readonly status: 'success';
  readonly data: ReadMarketSummaryResultData;
}

export interface CreateMarketUploadBody {
  /** Name of the file, to recognize the upload: 1 to 255 characters without control characters. */
  readonly fileName?: string | null | undefined;
  readonly columns?: CreateQuoteUploadBodyColumns | undefined;
}

export interface CreateMarketUploadResponse {
  readonly status: 'success';
  readonly data: CreatedMarketUpload;
}

export interface ReadMarketUploadResponse {
  readonly status: 'success';
  readonly data: MarketUpload;
}

export interface ReadUsageResultDataHistory {
  /** Month, YYYY-MM. */
  readonly period: string;
  /** Counted in the month. */
  readonly used: number;
}

/** Created quotes, including deleted ones. */
export interface ReadUsageResultDataQuotes {
  /** Quotes created in the current month. */
  readonly used: number;
  /** Limit of quotes per month; null if there is none. */
  readonly limit: number | null;
  /** Remaining quotes of the month; null if there is no limit. */
  readonly remaining: number | null;
  /** Months with quotes, newest first. */
  readonly history: readonly ReadUsageResultDataHistory[];
}

/** The usage of the mode of the key. */
export interface ReadUsageResultData {
  /** Mode of the key. */
  readonly mode: MarketUploadMode;
  /** The current month, YYYY-MM in UTC. */
  readonly period: string;
  /** Calls counted in the current month. It can exceed `limit` if the limit was lowered. */
  readonly used: number;
  /** Limit of calls per month. */
  readonly limit: number;
  /** Remaining calls of the month, never below 0. */
  readonly remaining: number;
  /** When `used` is reset to 0, UTC. */
  readonly resetsAt: string;
  /** Whether billing information is on file. Without it, rates and quotes are rejected. */
  readonly billing: boolean;
  /** Months with calls, newest first. */
  readonly history: readonly ReadUsageResultDataHistory[];
  readonly quotes: ReadUsageResultDataQuotes;
}

export interface ReadUsageResponse {
  readonly status: 'success';
  readonly data: ReadUsageResultData;
}

export type ReadOrganizationResultDataPlan = 'standard' | 'enterprise';

/** Limits of the organization. The monthly limits apply to each mode. */
export interface ReadOrganizationResultDataLimits {
  /** Calls per minute over a longer time, of all keys together. */
  readonly requestsPerMinute: number;
  /** Calls at the same moment that the plan permits, of all keys together. */
  readonly burst: number;
  /** Successful rate calls per calendar month in UTC. */
  readonly ratesPerMonth: number;
  /** Quotes per calendar month in UTC; null if there is no limit. */
  readonly quotesPerMonth: number | null;
}

/** The organization of the key. */
export interface ReadOrganizationResultData {
  /** Id of the organization. */
  readonly id: string;
  /** Name of the organization. */
  readonly name: string;
  /** Mode of the key. */
  readonly mode: MarketUploadMode;
  /** Id of the key. */
  readonly keyId: string;
  /** Operations that the key permits. */
  readonly scopes: readonly ApiKeyScope[];
  /** Plan that sets the request rate. */
  readonly plan: ReadOrganizationResultDataPlan;
  readonly limits: ReadOrganizationResultDataLimits;
  /** Whether billing information is on file. Without it, rates and quotes are rejected. */
  readonly billing: boolean;
}

export interface ReadOrganizationResponse {
  readonly status: 'success';
  readonly data: ReadOrganizationResultData;
}

export interface ListKeysResponse {
  readonly status: 'success';
  /** Oldest first. */
  readonly data: readonly ApiKey[];
}

export interface CreateKeyBody {
  /** Name of the key, 1 to 100 characters without control characters. */
  readonly name: string;
  /** Operations that the key permits. The calling key must have each of them. */
  readonly scopes: readonly ApiKeyScope[];
  /** When the key stops working, UTC, at most 10 years ahead. Default: never. */
  readonly expiresAt?: string | null | undefined;
}

/** The key. */
export interface CreateKeyResultData extends ApiKey {
  /** The key. Only this response contains it. It is absent if `Idempotency-Replayed` is true. */
  readonly apiKey?: string;
  /** What was assumed, such as the expiry of a key that a key with an expiry makes. */
  readonly warnings: readonly string[];
}

export interface CreateKeyResponse {
  readonly status: 'success';
  readonly data: CreateKeyResultData;
}

export interface RotateKeyBody {
  /**
   * How long the old key still works, 0 to 168 hours. Default: 24. With 0, the old key stops working within a
   * minute.
   */
  readonly overlapHours?: number | null | undefined;
}

/** The old key. */
export interface RotateKeyResultDataReplaces {
  /** Id of the old key. */
  readonly id: string;
  /** When the old key stops working, UTC. */
  readonly expiresAt: string;
}

/** The new key. */
export interface RotateKeyResultData extends ApiKey {
  /** The key. Only this response contains it. It is absent if `Idempotency-Replayed` is true. */
  readonly apiKey?: string;
  readonly replaces: RotateKeyResultDataReplaces;
}

export interface RotateKeyResponse {
  readonly status: 'success';
  readonly data: RotateKeyResultData;
}

/** The deleted key. */
export interface DeleteKeyResultData {
  /** Id of the deleted key. */
  readonly id: string;
  readonly deleted: true;
}

export interface DeleteKeyResponse {
  readonly status: 'success';
  readonly data: DeleteKeyResultData;
}

export interface ReadAuditLogResponse {
  readonly status: 'success';
  /** Newest first. */
  readonly data: readonly AuditLogEntry[];
  readonly pagination: CursorPagination;
}

export interface ReadPricingStrategyHistoryResponse {
  /** Newest first. */
  readonly versions: readonly PricingStrategyVersion[];
  readonly pagination: CursorPagination;
}

export interface PreviewPricingStrategyResponse {
  /** Version of the strategy of `before`. */
  readonly current_version: number;
  /** All quotes together. */
  readonly summary: PreviewSummary;
  /** Newest first. */
  readonly quotes: readonly PreviewedQuote[];
  /** How places of rules with namesakes were read. */
  readonly warnings: readonly string[];
}

export interface CreateWebhookBody {
  /**
   * `https://` or `http://` and a public host, without user name and password. The service stores a normalized
   * form.
   */
  readonly url: string;
  /** The organization of the API key. */
  readonly orgId: string;
  /** Whether events are sent. Default: true. */
  readonly enabled?: boolean | undefined;
  /** Events to receive. */
  readonly events: readonly EventName[];
}

export interface CreateWebhookResponse {
  readonly status: 'success';
  readonly data: CreatedWebhook;
}

export interface ListWebhooksResponse {
  readonly status: 'success';
  /** Oldest first. */
  readonly data: readonly Webhook[];
}

export interface ReadWebhookResponse {
  readonly status: 'success';
  readonly data: Webhook;
}

export interface UpdateWebhookBody {
  /**
   * `https://` or `http://` and a public host, without user name and password. The service stores a normalized
   * form.
   */
  readonly url?: string | undefined;
  /** The organization of the API key. */
  readonly orgId: string;
  /** Whether events are sent. Default: no change. */
  readonly enabled?: boolean | undefined;
  /** Events to receive. */
  readonly events: readonly EventName[];
}

/** The deleted webhook. */
export interface DeleteWebhookResultData {
  /** Id of the deleted webhook. */
  readonly id: string;
  readonly deleted: true;
}

export interface DeleteWebhookResponse {
  readonly status: 'success';
  readonly data: DeleteWebhookResultData;
}

/** All hours together. */
export interface ReadWebhookHealthResultDataTotal {
  /** Logged attempts. */
  readonly attempts: number;
  /** Attempts that the receiver answered with 2xx in time. */
  readonly succeeded: number;
  /** All other attempts. */
  readonly failed: number;
  /** `succeeded` divided by `attempts`, 0 to 1, rounded down to 4 decimals; null without attempts. */
  readonly successRate: number | null;
  /** Latency of the attempts that the receiver answered with any status; null without such attempts. */
  readonly latencyMs: WebhookLatency | null;
}

/** The health of the webhook. */
export interface ReadWebhookHealthResultData {
  /** The webhook. */
  readonly webhookId: string;
  readonly total: ReadWebhookHealthResultDataTotal;
  /** One entry for each hour, oldest first, also for hours without attempts. */
  readonly hours: readonly WebhookHealthHour[];
}

export interface ReadWebhookHealthResponse {
  readonly status: 'success';
  readonly data: ReadWebhookHealthResultData;
}

export interface RotateWebhookSecretResponse {
  readonly status: 'success';
  readonly data: RotatedWebhook;
}

export interface TestWebhookBody {
  /** One of the events of the webhook. Default: the first of them. */
  readonly event?: EventName | undefined;
}

export interface TestWebhookResponse {
  readonly status: 'success';
  readonly data: DeliveryWithAttempts;
}

export interface ListDeliveriesResponse {
  readonly status: 'success';
  /** Newest first. */
  readonly data: readonly Delivery[];
  readonly pagination: CursorPagination;
}

export interface RedeliverResponse {
  readonly status: 'success';
  readonly data: Delivery;
}

export interface RecoverDeliveriesBody {
  /**
   * Created at this time or later. A UTC time such as `2026-03-02T10:00:00Z`, or a day such as `2026-03-02`. A
   * day means its start.
   */
  readonly since: string;
  /**
   * Created before this time. A UTC time such as `2026-03-02T10:00:00Z`, or a day such as `2026-03-02`. A day
   * means its end. Must not be before `since`.
   */
  readonly until: string;
}

/** The result. */
export interface RecoverDeliveriesResultData {
  /** Deliveries that this call sent again. */
  readonly recovered: number;
  /**
   * Whether all failed deliveries of the time range are sent again, except those whose payload is no longer
   * stored.
   */
  readonly complete: boolean;
}

export interface RecoverDeliveriesResponse {
  readonly status: 'success';
  readonly data: RecoverDeliveriesResultData;
}

export interface PreviewQuoteResponse {
  /** The quote without id, status and expiry, and without the market rate. */
  readonly preview: QuotePreview;
}

export interface AddChatMessageBody {
  /** The text, such as a pasted mail. All texts of a chat have at most 50,000 characters together. */
  readonly text: string;
  /** When it was written: a day, or a time in UTC. "Thursday" is the next Thursday from then. Default: now. */
  readonly received_at?: string | undefined;
}

export type AddChatMessageResultChatStatus = 'ready' | 'needs_input' | 'no_lanes';

export type AddChatMessageResultChatChannel = 'api' | 'email' | 'console' | 'mcp';

export type AddChatMessageResultChatAdapter = 'grammar' | 'bedrock';

/** The chat. */
export interface AddChatMessageResultChat {
  /** Id of the chat. */
  readonly chat_id: string;
  /** The subject, else the first lane, else the beginning of the text. */
  readonly title: string;
  /**
   * `ready`: each lane can be quoted. `needs_input`: there are questions. `no_lanes`: the text asks for no
   * move.
   */
  readonly status: AddChatMessageResultChatStatus;
  /** Where the text came from. */
  readonly channel: AddChatMessageResultChatChannel;
  /** Time of creation, UTC. The chat is erased 180 days later. */
  readonly created_at: string;
  /** Name of the customer; empty if there is none. */
  readonly customer: string;
  /** Number of texts. Quotes belong to a version. */
  readonly version: number;
  /**
   * What read the texts: `grammar`, which has rules, or `bedrock`, a model that the operator chose. If the
   * model has no usable answer, it is `grammar`.
   */
  readonly adapter: AddChatMessageResultChatAdapter;
  /** At most 50 lanes, in the order of the text. */
  readonly lanes: readonly ChatLane[];
  /** What is missing or not clear. Answer with POST to `/messages`. */
  readonly questions: readonly ChatQuestion[];
}

export interface AddChatMessageResponse {
  readonly chat: AddChatMessageResultChat;
}

export type CreateChatBodyChannel = 'api' | 'console' | 'mcp';

export interface CreateChatBody {
  /** The text, such as a pasted mail. All texts of a chat have at most 50,000 characters together. */
  readonly text: string;
  /** Subject of the mail, at most 500 characters. */
  readonly subject?: string | undefined;
  /** Name of the customer, for the quotes and RFPs of the chat. */
  readonly customer?: string | undefined;
  /** When it was written: a day, or a time in UTC. "Thursday" is the next Thursday from then. Default: now. */
  readonly received_at?: string | undefined;
  /** Where the text comes from. Default: `api`. */
  readonly channel?: CreateChatBodyChannel | undefined;
}

export interface ListChatsResultChat {
  /** Id of the chat. */
  readonly chat_id: string;
  /** The subject, else the first lane, else the beginning of the text. */
  readonly title: string;
  /**
   * `ready`: each lane can be quoted. `needs_input`: there are questions. `no_lanes`: the text asks for no
   * move.
   */
  readonly status: AddChatMessageResultChatStatus;
  /** Where the text came from. */
  readonly channel: AddChatMessageResultChatChannel;
  /** Time of creation, UTC. The chat is erased 180 days later. */
  readonly created_at: string;
  /** Name of the customer; empty if there is none. */
  readonly customer: string;
  /** Number of lanes. */
  readonly lanes: number;
}

export interface ListChatsResponse {
  /** Newest first. */
  readonly chats: readonly ListChatsResultChat[];
  readonly pagination: CursorPagination;
}

export interface CreateChatRfpBody {
  /** Name of the RFP, 1 to 200 characters. */
  readonly name: string;
}

/** The deleted chat. */
export interface DeleteChatResultChat {
  /** Id of the deleted chat. */
  readonly chat_id: string;
  readonly deleted: true;
}

export interface DeleteChatResponse {
  readonly chat: DeleteChatResultChat;
}

export interface ReadChatResultChatMessage {
  /** The text as it was sent. */
  readonly text: string;
  /** When it was written. */
  readonly received_at: string;
}

export interface ReadChatResultChatQuote {
  /** Index of the lane. */
  readonly lane: number;
  /** Id of its quote. */
  readonly quote_id: string;
}

/** The chat. */
export interface ReadChatResultChat extends AddChatMessageResultChat {
  /** Subject of the first text; empty if there is none. */
  readonly subject: string;
  /** The texts, oldest first. */
  readonly messages: readonly ReadChatResultChatMessage[];
  /** Quotes of the current version. */
  readonly quotes: readonly ReadChatResultChatQuote[];
}

export interface ReadChatResponse {
  readonly chat: ReadChatResultChat;
}

export interface QuoteChatBody {
  /** `all`, or indexes of lanes. For more lanes, make an RFP. */
  readonly lanes: readonly number[] | 'all';
  /**
   * The price that a person sets for each of these lanes, as in the creation of a quote. A lane that has a
   * quote with another price answers an error.
   */
  readonly price?: QuotePrice | null | undefined;
}

export interface QuoteChatResponse {
  /** One entry for each lane. */
  readonly quotes: readonly ChatQuote[];
}

export interface ReplyToChatResponse {
  /** Subject of the mail. */
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

export interface CreateRfpContractRatesBody {
  /**
   * `won`: each lane that is won and not excluded; or a list of indexes of lanes, from 0, each once. At most
   * 1000 lanes.
   */
  readonly lanes: readonly number[] | 'won';
  /** First day of pickup. */
  readonly effective_from: string;
  /** Last day of pickup. Without it, the rates have no end. */
  readonly effective_to?: string | undefined;
  /**
   * Fuel of the rates, as in contract rates; default `market`. With `included`, the amount is base rate plus
   * fuel surcharge, otherwise the base rate.
   */
  readonly fuel?: NewContractRateFuel | ContractFuelSurcharge | undefined;
}

export interface CreateRfpContractRatesResultSkipped {
  /** Index of the lane. */
  readonly index: number;
  /** Why it has none: it is excluded, lost, without a price, or the rate is invalid. */
  readonly reason: string;
}

export interface CreateRfpContractRatesResponse {
  /** One entry for each rate. */
  readonly rates: readonly CreateContractRatesResultRate[];
  /** Lanes without a rate. */
  readonly skipped: readonly CreateRfpContractRatesResultSkipped[];
  /** Rates of the same lane with other terms, and rates that start or end in the past; at most 500. */
  readonly warnings: readonly CreateContractRatesResultWarning[];
}

export interface CreateCustomerBody {
  /** Name. No other customer has this name or alias; case, accents and spaces at the ends do not matter. */
  readonly name: string;
  /** Other names of the customer, at most 10, such as former names and abbreviations. */
  readonly aliases?: readonly string[] | undefined;
  /** Name of a person. */
  readonly contact?: string | undefined;
  /** E-mail address. */
  readonly email?: string | undefined;
  /** Phone number. */
  readonly phone?: string | undefined;
  /** Terms of payment and service. */
  readonly terms?: string | undefined;
  /** Notes. */
  readonly notes?: string | undefined;
}

export interface CreateCustomerResponse {
  readonly customer: Customer;
}

export interface ListCustomersResponse {
  /** Newest first. */
  readonly customers: readonly Customer[];
  readonly pagination: CursorPagination;
}

/** The deleted customer. */
export interface DeleteCustomerResultCustomer {
  /** Id of the deleted customer. */
  readonly customer_id: string;
  readonly deleted: true;
}

export interface DeleteCustomerResponse {
  readonly customer: DeleteCustomerResultCustomer;
}

export interface ReadLaneHistoryResultMonth {
  /** The month, YYYY-MM. */
  readonly month: string;
  /** Quotes of the month. */
  readonly quoted: number;
  /** Converted quotes of these. */
  readonly won: number;
  /** Declined quotes of these. */
  readonly lost: number;
  /** Average of their totals, USD. */
  readonly average_total: number;
}

export interface ReadLaneHistoryResponse {
  /** Months with quotes (UTC), the last one first. A quote that was revised does not count. */
  readonly months: readonly ReadLaneHistoryResultMonth[];
  /** The last five quotes of the service, newest first; imported quotes are in `months` only. */
  readonly recent: readonly QuoteListItem[];
  /** False if there are older quotes that were not read. */
  readonly complete: boolean;
}

export interface MakeQuoteSheetBody {
  /** Ids of quotes in any status, of the same customer. At most 50. */
  readonly quote_ids: unknown;
}

export interface ReadOrganizationProfileResponse {
  readonly profile: OrganizationProfile;
}

export interface ReplaceOrganizationProfileBody {
  /** Name of the company on sheets. Empty: the name of the organization. */
  readonly name?: string | undefined;
  /** Name of a person. */
  readonly contact?: string | undefined;
  /** E-mail address. */
  readonly email?: string | undefined;
  /** Phone number. */
  readonly phone?: string | undefined;
  /** Lines of the postal address, at most 5. */
  readonly address?: readonly string[] | undefined;
  /** MC number, digits only. */
  readonly mc_number?: string | undefined;
  /** USDOT number, digits only. */
  readonly dot_number?: string | undefined;
  /**
   * PNG or JPEG file as base64, with or without `data:image/png;base64,` in front of it: at most 100 kB and
   * 2000 x 1000 pixels. Answers have it as a `data:` URL, or null.
   */
  readonly logo?: string | undefined;
}

export interface ReadHealthResult {
  readonly status: 'ok';
  /** Deployed version. */
  readonly version: string;
}

/** Query of searchTerminals. */
export interface SearchTerminalsQuery {
  /** Text to search for. */
  readonly query?: string | undefined;
  /** Only terminals of this type. */
  readonly type?: TerminalType | undefined;
  /** City or a part of its name. */
  readonly city?: string | undefined;
  /** 2-letter US state code, in upper or lower case. */
  readonly state?: string | undefined;
  /** ZIP code of 5 digits, or ZIP+4. */
  readonly zip?: string | undefined;
  /** Latitude in degrees; requires `lng`. */
  readonly lat?: number | undefined;
  /** Longitude in degrees; requires `lat`. */
  readonly lng?: number | undefined;
  /**
   * Miles around the point.
   * @default 50
   */
  readonly radius?: number | undefined;
  /**
   * Maximum terminals of the page.
   * @default 10
   */
  readonly limit?: number | undefined;
  /**
   * Number of the page, from 1.
   * @default 1
   */
  readonly page?: number | undefined;
}

/** Query of searchPlaces. */
export interface SearchPlacesQuery {
  /** The text so far. */
  readonly query: string;
  /**
   * Maximum suggestions.
   * @default 10
   */
  readonly limit?: number | undefined;
}

/** Query of priceLanes. */
export interface PriceLanesQuery {
  /** `route` adds the path of each lane on a map, with its highways. */
  readonly include?: 'route' | undefined;
}

/** Body of priceLanes. */
export type PriceLanesBody = readonly Lane[];

/** Query of listQuotes. */
export interface ListQuotesQuery {
  /** Only quotes with this status. */
  readonly status?: QuoteStatus | undefined;
  /**
   * Only quotes with this outcome. `expired` are those without a decision; the status `expired` also has
   * declined and superseded quotes.
   */
  readonly outcome?: QuoteOutcome | undefined;
  /** Only quotes for this customer. Names are compared without case and accents. */
  readonly customer?: string | undefined;
  /** Only quotes with this reference, compared without case and accents. */
  readonly customer_reference?: string | undefined;
  /** Only quotes created on this day (UTC) or later. */
  readonly start_date?: string | undefined;
  /** Only quotes created on this day (UTC) or earlier. Must not be before `start_date`. */
  readonly end_date?: string | undefined;
  /**
   * Maximum quotes of the page.
   * @default 20
   */
  readonly limit?: number | undefined;
  /**
   * Number of quotes to skip.
   * @default 0
   */
  readonly offset?: number | undefined;
}

/** Response of convertQuote. */
export type ConvertQuoteResponse = ReadQuoteResponse;

/** Query of readQuoteReport. */
export interface ReadQuoteReportQuery {
  /** First month, YYYY-MM. Default: 11 months before `to`. At most 35 months before `to`. */
  readonly from?: string | undefined;
  /** Last month, YYYY-MM. Default: the current month. */
  readonly to?: string | undefined;
  /**
   * What a row stands for.
   * @default 'month'
   */
  readonly group_by?: ReadQuoteReportQueryGroupBy | undefined;
  /**
   * What counts: quotes of the service, priced lanes of RFPs that are not excluded, imported past quotes, or
   * all. Lanes of RFPs and imported quotes count in the numbers of quotes and the win rate, not in averages.
   * @default 'quotes'
   */
  readonly source?: ReadQuoteReportQuerySource | undefined;
  /**
   * Maximum rows. `total` is over all rows.
   * @default 100
   */
  readonly limit?: number | undefined;
}

/** Response of declineQuote. */
export type DeclineQuoteResponse = ReadQuoteResponse;

/** Response of reviseQuote. */
export type ReviseQuoteResponse = CreateQuoteResponse;

/** Response of cancelQuoteUpload. */
export type CancelQuoteUploadResponse = ReadQuoteUploadResponse;

/** Query of readQuoteSheet. */
export interface ReadQuoteSheetQuery {
  /** `html` or `pdf`. Default: by the header `Accept`, else HTML. */
  readonly format?: ReadQuoteSheetQueryFormat | undefined;
}

/** Query of listQuoteShares. */
export interface ListQuoteSharesQuery {
  /** `next_cursor` of the previous page. */
  readonly cursor?: string | undefined;
  /**
   * Maximum links of the page.
   * @default 20
   */
  readonly limit?: number | undefined;
}

/** Query of listContractRates. */
export interface ListContractRatesQuery {
  /** Only rates of the customer with this name, without case and accents. */
  readonly customer?: string | undefined;
  /** Only rates of this equipment. */
  readonly equipment_type?: EquipmentType | undefined;
  /** Only rates whose origin contains this text, without case, accents and punctuation. */
  readonly origin?: string | undefined;
  /** Only rates whose destination contains this text. */
  readonly destination?: string | undefined;
  /** Only rates that apply on this day. */
  readonly effective_on?: string | undefined;
  /** Only rates with this id in your system. */
  readonly external_id?: string | undefined;
  /** `next_cursor` of the previous page. */
  readonly cursor?: string | undefined;
  /**
   * Maximum rates of the page.
   * @default 20
   */
  readonly limit?: number | undefined;
  /** `json` or `csv`. Default: by the header `Accept`, else JSON. */
  readonly format?: ListContractRatesQueryFormat | undefined;
}

/** Query of readContractRate. */
export interface ReadContractRateQuery {
  /** The version to return. Default: the current one. */
  readonly version?: number | undefined;
}

/** Body of createContractRateUpload. */
export type CreateContractRateUploadBody = CreateQuoteUploadBody;

/** Response of cancelContractRateUpload. */
export type CancelContractRateUploadResponse = ReadContractRateUploadResponse;

/** Query of listRfps. */
export interface ListRfpsQuery {
  /** Only RFPs with this status. */
  readonly status?: CreatedRfpStatus | undefined;
  /** Only RFPs of the customer with this name, without case and accents. */
  readonly customer?: string | undefined;
  /** Only RFPs whose customer was this one when they were made. */
  readonly customer_id?: string | undefined;
  /** Only RFPs created on this day (UTC) or later. */
  readonly created_from?: string | undefined;
  /** Only RFPs created on this day (UTC) or earlier. Must not be before `created_from`. */
  readonly created_to?: string | undefined;
  /** `next_cursor` of the previous page. */
  readonly cursor?: string | undefined;
  /**
   * Maximum RFPs of the page.
   * @default 20
   */
  readonly limit?: number | undefined;
}

/** Response of repriceRfp. */
export type RepriceRfpResponse = ChangeRfpResponse;

/** Response of awardRfp. */
export type AwardRfpResponse = ChangeRfpResponse;

/** Response of closeRfp. */
export type CloseRfpResponse = ChangeRfpResponse;

/** Query of listRfpLanes. */
export interface ListRfpLanesQuery {
  /** Only lanes with this status. */
  readonly status?: RfpLaneResultStatus | undefined;
  /** Only lanes with at least this confidence. Failed lanes have confidence 0. */
  readonly min_confidence?: number | undefined;
  /** Only lanes with at most this confidence. Must not be below `min_confidence`. */
  readonly max_confidence?: number | undefined;
  /** Only lanes whose origin, as requested, contains this text, without case and accents. */
  readonly origin?: string | undefined;
  /**
   * `index`, the highest weekly spend or confidence first, or the lowest confidence first. Lanes with equal
   * values are sorted by index.
   * @default 'index'
   */
  readonly sort?: ListRfpLanesQuerySort | undefined;
  /** An earlier version of the RFP. Default: the current one. */
  readonly version?: number | undefined;
  /** `next_cursor` of the previous page, with the same parameters. */
  readonly cursor?: string | undefined;
  /**
   * Maximum lanes of the page.
   * @default 50
   */
  readonly limit?: number | undefined;
}

/** Query of readRfpResults. */
export interface ReadRfpResultsQuery {
  /** An earlier version of the RFP. Default: the current one. */
  readonly version?: number | undefined;
  /**
   * `false`: the address of a large file is the JSON body of a 200 instead of a redirect.
   * @default 'true'
   */
  readonly redirect?: ReadRfpResultsQueryRedirect | undefined;
  /**
   * `customer`: the version that you can send to the customer of the RFP. Prices are valid until
   * `contract_end`, or as long as a quote that was made when the lanes were priced. Default: all results, for
   * you.
   */
  readonly for?: 'customer' | undefined;
}

/** Query of readRfpWorkbook. */
export interface ReadRfpWorkbookQuery {
  /** An earlier version of the RFP. Default: the current one. */
  readonly version?: number | undefined;
  /**
   * `false`: the address of the workbook is the JSON body of a 200 instead of a redirect.
   * @default 'true'
   */
  readonly redirect?: ReadRfpResultsQueryRedirect | undefined;
  /**
   * `customer`: the version that you can send to the customer of the RFP, without cost, margin and confidence.
   * Default: all results, for you.
   */
  readonly for?: 'customer' | undefined;
}

/** Response of cancelMarketUpload. */
export type CancelMarketUploadResponse = ReadMarketUploadResponse;

/** Query of readUsage. */
export interface ReadUsageQuery {
  /**
   * Calendar months of the history, including the current month.
   * @default 12
   */
  readonly months?: number | undefined;
}

/** Response of readPricingStrategy. */
export type ReadPricingStrategyResponse = PricingStrategy;

/** Body of replacePricingStrategy. */
export type ReplacePricingStrategyBody = PricingStrategyReplacement;

/** Response of replacePricingStrategy. */
export type ReplacePricingStrategyResponse = ReplacedPricingStrategy;

/** Query of readAuditLog. */
export interface ReadAuditLogQuery {
  /** `next_cursor` of the previous page. */
  readonly cursor?: string | undefined;
  /**
   * Maximum events of the page.
   * @default 20
   */
  readonly limit?: number | undefined;
}

/** Query of readPricingStrategyHistory. */
export interface ReadPricingStrategyHistoryQuery {
  /** `next_cursor` of the previous page. */
  readonly cursor?: string | undefined;
  /**
   * Maximum versions of the page.
   * @default 20
   */
  readonly limit?: number | undefined;
}

/** Body of previewPricingStrategy. */
export type PreviewPricingStrategyBody = PricingStrategyPreview;

/** Query of readAccessorials. */
export interface ReadAccessorialsQuery {
  /** Only accessorials of this equipment. Accepts the same texts as quotes. */
  readonly equipment_type?: string | undefined;
  /** Only accessorials with this name, in any case, with spaces, hyphens or underscores. */
  readonly name?: string | undefined;
}

/** Response of readAccessorials. */
export type ReadAccessorialsResponse = AccessorialTariff;

/** Body of replaceAccessorials. */
export type ReplaceAccessorialsBody = AccessorialTariffReplacement;

/** Response of replaceAccessorials. */
export type ReplaceAccessorialsResponse = AccessorialTariff;

/** Response of updateWebhook. */
export type UpdateWebhookResponse = ReadWebhookResponse;

/** Query of readWebhookHealth. */
export interface ReadWebhookHealthQuery {
  /**
   * Number of hours, including the current hour.
   * @default 24
   */
  readonly hours?: number | undefined;
}

/** Query of listDeliveries. */
export interface ListDeliveriesQuery {
  /** Only deliveries with this status. */
  readonly status?: DeliveryStatus | undefined;
  /** Only deliveries of this event. */
  readonly event?: EventName | undefined;
  /**
   * Created at this time or later. A UTC time such as `2026-03-02T10:00:00Z`, or a day such as `2026-03-02`. A
   * day means its start.
   */
  readonly since?: string | undefined;
  /**
   * Created before this time. A UTC time such as `2026-03-02T10:00:00Z`, or a day such as `2026-03-02`. A day
   * means its end. Must not be before `since`.
   */
  readonly until?: string | undefined;
  /** `next_cursor` of the previous page. */
  readonly cursor?: string | undefined;
  /**
   * Maximum deliveries of the page.
   * @default 20
   */
  readonly limit?: number | undefined;
}

/** Response of readDelivery. */
export type ReadDeliveryResponse = TestWebhookResponse;

/** Body of previewQuote. */
export type PreviewQuoteBody = CreateQuoteBody;

/** Response of createChat. */
export type CreateChatResponse = AddChatMessageResponse;

/** Query of listChats. */
export interface ListChatsQuery {
  /** `next_cursor` of the previous page. */
  readonly cursor?: string | undefined;
  /**
   * Maximum chats of the page.
   * @default 20
   */
  readonly limit?: number | undefined;
}

/** Response of createChatRfp. */
export type CreateChatRfpResponse = CreateRfpResponse;

/** Response of replyToQuote. */
export type ReplyToQuoteResponse = ReplyToChatResponse;

/** Query of listCustomers. */
export interface ListCustomersQuery {
  /** `next_cursor` of the previous page. */
  readonly cursor?: string | undefined;
  /**
   * Maximum customers of the page.
   * @default 20
   */
  readonly limit?: number | undefined;
}

/** Response of readCustomer. */
export type ReadCustomerResponse = CreateCustomerResponse;

/** Body of replaceCustomer. */
export type ReplaceCustomerBody = CreateCustomerBody;

/** Response of replaceCustomer. */
export type ReplaceCustomerResponse = CreateCustomerResponse;

/** Query of readLaneHistory. */
export interface ReadLaneHistoryQuery {
  /** Place or terminal where moves start. */
  readonly origin: string;
  /** Place or terminal where moves end. */
  readonly destination: string;
  /** Equipment. Absent: all. */
  readonly equipment_type?: string | undefined;
  /** Name of the customer, in any of its spellings. Absent: all. */
  readonly customer?: string | undefined;
}

/** Query of makeQuoteSheet. */
export interface MakeQuoteSheetQuery {
  /** `html` or `pdf`. Default: by the header `Accept`, else HTML. */
  readonly format?: ReadQuoteSheetQueryFormat | undefined;
}

/** Response of replaceOrganizationProfile. */
export type ReplaceOrganizationProfileResponse = ReadOrganizationProfileResponse;
