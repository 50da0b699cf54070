import { formatDate, formatMoment, formatMoney, formatPercent, formatWeekday } from "../../platform/format";

export type Row = Record<string, unknown>;
export type Fact = readonly [name: string, text: string];

export const say = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(say).filter(Boolean).join(", ")
    : typeof value === "string"
      ? value.trim()
      : typeof value === "number"
        ? String(value)
        : value === true
          ? "yes"
          : "";
export const pick = (row: Row, names: readonly string[]): Fact[] =>
  names.map((name) => [name, say(row[name])] as const).filter(([, text]) => text !== "");
export const payloadOf = ({ payload }: Row): Row =>
  payload !== null && typeof payload === "object" ? (payload as Row) : {};

/** What the people of a place propose, beside the facts of every application. */
const changeFacts = ({ name, gallery, ...payload }: Row): Fact[] => [
  ["from_place", "yes"] as const,
  [
    "changed",
    [
      name !== undefined && "change_title",
      "category_key" in payload && "change_category",
      ("address" in payload || "city" in payload || "lat" in payload) && "change_position",
      "description" in payload && "change_description",
      gallery !== undefined && "change_photos",
    ]
      .filter(Boolean)
      .join(", "),
  ] as const,
  ...pick({ new_name: name }, ["new_name"]),
  ...(Array.isArray(gallery) ? [["gallery", String(gallery.length)] as const] : []),
];

export function placeFacts(row: Row): Fact[] {
  const payload = payloadOf(row);
  const pin =
    typeof payload.lat === "number" && typeof payload.lng === "number" ? `${payload.lat}, ${payload.lng}` : "";
  const kind = payload.subject === "club" ? "club" : say(row.kind);
  return [
    ["kind", kind] as const,
    ...pick(row, ["state_abbr"]),
    ...(row.is_from_place === true ? changeFacts(payload) : []),
    ...pick(payload, [
      "city",
      "category_key",
      "address",
      "phone",
      "website",
      "instagram",
      "opening_hours",
      "attributes",
      "makes",
      "description",
      "message",
      "plan_name",
      "runs_place",
    ]),
    ...(pin ? [["pin", pin] as const] : []),
    ...pick(row, ["requester_name", "requester_email", "requester_phone"]),
    ...pick(payload, ["document"]),
  ];
}

const PAYMENT_FACTS = [
  "company",
  "sale_number",
  "registration_code",
  "registration_event",
  "plan_name",
  "plan_place",
  "pix_txid",
  "note",
];
export const paymentFacts = (row: Row): Fact[] => pick(row, PAYMENT_FACTS);

export const namedPlace = (row: Row) => say((row.service as Row | null)?.name);

const EVENT_FACTS = [
  "event_kind",
  "starts_at",
  "ends_at",
  "state_abbr",
  "town",
  "venue",
  "address",
  "kinds",
  "capacity",
  "payee",
  "organizer_name",
  "organizer_phone",
  "organizer_email",
  "website",
  "instagram",
  "description",
  "rules",
];

const moment = (value: unknown) => say(value) && formatMoment(say(value), "pt-BR");

export const eventFacts = (row: Row): Fact[] =>
  pick({ ...row, event_kind: row.kind, starts_at: moment(row.starts_at), ends_at: moment(row.ends_at) }, EVENT_FACTS);

export const changedEvent = (row: Row) => say((row.event as Row | null)?.title);

const money = (cents: unknown) => formatMoney(Number(cents), "pt-BR");
const rowsIn = (value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : []);

/** A kind of registration with its prices and questions. */
function kindText({ name, price_cents: cents, price_steps: steps, questions }: Row): string {
  const later = rowsIn(steps).map((step) => `${money(step.price_cents)}: ${say(moment(step.starts_at))}`);
  const labels = rowsIn(questions).map(({ label }) => say(label));
  return [`${say(name)} (${[money(cents), ...later].join(", ")})`, labels.join("; ")].filter(Boolean).join(": ");
}

/** A stand that costs something. */
const standText = ({ label, price_cents: cents }: Row) => `${say(label)} (${money(cents)})`;

/** What a change of a published event changes, and the new values. */
export function eventChangeFacts(row: Row): Fact[] {
  const payload = payloadOf(row);
  const fields = Array.isArray(row.fields) ? row.fields.map((field) => `change_${say(field)}`) : [];
  const kinds = rowsIn(payload.kinds).map(kindText);
  const stands = rowsIn(payload.stands).filter((stand) => Number(stand.price_cents) > 0);
  return [
    ["changed", fields.join(", ")] as const,
    ...pick({ new_title: payload.title }, ["new_title"]),
    ...eventFacts(payload),
    ...pick({ new_kinds: [...kinds, ...stands.map(standText)] }, ["new_kinds"]),
  ];
}

const dayText = (value: unknown) => say(value) && formatDate(say(value), "pt-BR");
const valueText = (row: Row) =>
  row.benefit_type === "percent"
    ? formatPercent(Number(row.benefit_value) / 100, "pt-BR")
    : row.benefit_type === "amount"
      ? formatMoney(Number(row.benefit_value), "pt-BR")
      : "";

/** What an offer of a place promises, and its limits. */
export function voucherFacts(row: Row): Fact[] {
  const weekdays = Array.isArray(row.weekdays) ? (row.weekdays as number[]) : [];
  const times = [row.starts_at, row.ends_at].map((time) => say(time).slice(0, 5)).filter(Boolean);
  const place = row.service as Row | null;
  return pick(
    {
      ...row,
      voucher_place: place?.name,
      state_abbr: place?.state_abbr,
      benefit_value: valueText(row),
      valid_from: dayText(row.valid_from),
      valid_until: dayText(row.valid_until),
      weekdays: weekdays.map((day) => formatWeekday(day - 1, "pt-BR")),
      voucher_hours: times.join(" – "),
    },
    [
      "voucher_place",
      "state_abbr",
      "benefit_type",
      "benefit_value",
      "rules",
      "valid_from",
      "valid_until",
      "weekdays",
      "voucher_hours",
      "total_limit",
      "per_person_limit",
      "guests_allowed",
    ],
  );
}

export const sellerFacts = (row: Row): Fact[] =>
  pick({ ...row, first_commission: `${say(row.commission_percentage)}%` }, [
    "document",
    "phone",
    "city",
    "states",
    "experience",
    "pix_key",
    "first_commission",
  ]);
