import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { momentIn } from "../../platform/dates";
import { AppError } from "../../platform/error";
import type { Saved } from "../../platform/outcome";
import { outcomeSchema } from "../../platform/outcome-schema";
import { orThrow, type ErrorCodes } from "../../platform/supabase/or-throw";
import type { Json } from "../../platform/supabase/database.types";
import type { createSessionClient } from "../../platform/supabase/session";
import { answersSchema as schemaOfAnswers, questionsSchema } from "../registrations/questions/schema";
import type { Decision } from "./rules";
import {
  priceChangeSchema,
  type addSchema,
  type answersSchema,
  type changeEventSchema,
  type contractSchema,
  type editSchema,
  type PriceChange,
  type standSchema,
} from "./schema";
import type { BULK_OUTCOMES } from "./rules";

type Client = Awaited<ReturnType<typeof createSessionClient>>;

/** Why the database refuses a change, for the browser. */
const REFUSAL_CODES = {
  no_places: "registration.full",
  registration_decided: "registration.decided",
  registration_entered: "registration.entered",
  payment_checking: "registration.paymentChecking",
  payment_unavailable: "registration.unpayable",
  reason_missing: "registration.reason",
  stand_taken: "registration.stand",
  stand_missing: "registration.stand",
  contract_closed: "contract.closed",
} as const;

/** What the SQL functions raise, for the browser. */
const REFUSALS: ErrorCodes = {
  no_places: "registration.full",
  payment_unavailable: "registration.unpayable",
  registration_missing: "registration.missing",
  event_over: "registration.over",
  "42501": "access.permission",
  "23514": "input.invalid",
  "22P02": "input.invalid",
  "22008": "input.invalid",
};

/** The outcomes of every change of a registration; each refusal has an error code. */
const CHANGE = {
  conflict: {},
  refused: Object.keys(REFUSAL_CODES) as (keyof typeof REFUSAL_CODES)[],
  gone: true,
} as const;
const savedSchema = outcomeSchema(CHANGE);
const decidedSchema = outcomeSchema({ ...CHANGE, saved: { status: z.string() } });
const sentSchema = outcomeSchema({ ...CHANGE, saved: { until: z.string() } });

/** The saved change; any other outcome is thrown as the error that the panel shows. */
function savedOrThrow<Answer extends z.output<typeof savedSchema>>(answer: Answer): Extract<Answer, Saved> {
  if (answer.outcome === "saved") return answer as Extract<Answer, Saved>;
  if (answer.outcome === "conflict") throw new AppError("registration.changed");
  if (answer.outcome === "gone") throw new AppError("registration.missing");
  throw new AppError(REFUSAL_CODES[answer.reason], { detail: answer.reason });
}

function saved(answer: Parameters<typeof orThrow>[0]): void {
  savedOrThrow(savedSchema.parse(orThrow(answer, REFUSALS)));
}

type DecisionInput = { registration: string; decision: Decision; reason: string; expected_version: string };

export async function decideRegistration(
  client: Client,
  { registration, decision, reason, expected_version }: DecisionInput,
) {
  const answer = await client.rpc("decide_registration", { registration, decision, reason, expected_version });
  return savedOrThrow(decidedSchema.parse(orThrow(answer, REFUSALS))).status;
}

export type BulkCounts = Partial<Record<(typeof BULK_OUTCOMES)[number], number>>;
const bulkSchema: z.ZodType<BulkCounts> = z.record(z.string(), z.number());

export async function decideRegistrations(
  client: Client,
  input: { registrations: string[]; decision: Decision; reason: string },
): Promise<BulkCounts> {
  return bulkSchema.parse(orThrow(await client.rpc("decide_registrations", input), REFUSALS));
}

/** The price before and after a change, when it differs; null when nothing has to be decided. */
async function priceQuestion(
  client: Client,
  change: { registration: string; companions?: number; stand?: string },
): Promise<PriceChange | null> {
  const price = priceChangeSchema.parse(orThrow(await client.rpc("changed_price", change), REFUSALS));
  return price.from === price.to ? null : price;
}

/** Saves the corrections, or returns a change of the price that needs a decision. */
export async function editRegistration(
  client: Client,
  input: z.output<typeof editSchema>,
): Promise<PriceChange | null> {
  const { registration, expected_version, price, fullName, phone, town, club, company, ...others } = input;
  const question =
    price === "" && (await priceQuestion(client, { registration, companions: others.companions.length }));
  if (question) return question;
  const changes = {
    ...others,
    full_name: fullName,
    phone: phone || null,
    town: town || null,
    club: club || null,
    company: company || null,
  };
  const decided = { keeps_price: price === "keep" };
  saved(await client.rpc("edit_registration", { registration, expected_version, changes, ...decided }));
  return null;
}

/** Replaces the answers to the questions of the version that was answered; returns the codes of invalid ones. */
export async function editAnswers(
  client: Client,
  { registration, expected_version, reason, answers: values }: z.output<typeof answersSchema>,
): Promise<{ fieldErrors: Record<string, string[]> } | null> {
  const rows = client.from("event_registrations").select("form_template_versions (schema)");
  const found = orThrow(await rows.eq("id", registration).maybeSingle());
  if (!found) throw new AppError("registration.missing");
  const questions = questionsSchema.parse(found.form_template_versions?.schema);
  const answers = schemaOfAnswers(questions).safeParse(values);
  if (!answers.success) return { fieldErrors: problemsOf(answers.error) };
  const input = { registration, expected_version, reason, answers: answers.data as Json };
  saved(await client.rpc("edit_registration_answers", input));
  return null;
}

/** Error codes by the name of the field; a code of zod itself counts as a missing value. */
const problemsOf = ({ issues }: z.ZodError) =>
  Object.fromEntries(
    issues.map(({ path, message }) => [
      `answers.${path.join(".")}`,
      [/^[a-zA-Z]+$/.test(message) ? message : "missing"],
    ]),
  );

/** Gives a stand, or returns a change of the price that needs a decision. */
export async function assignStand(
  client: Client,
  { registration, stand, expected_version, price }: z.output<typeof standSchema>,
): Promise<PriceChange | null> {
  const input = stand && { stand };
  const question = price === "" && (await priceQuestion(client, { registration, ...input }));
  if (question) return question;
  const decided = { keeps_price: price === "keep" };
  saved(await client.rpc("assign_stand", { registration, expected_version, ...input, ...decided }));
  return null;
}

export async function checkDocument(
  client: Client,
  input: { document: string; decision: "ok" | "refused"; reason: string },
): Promise<void> {
  saved(await client.rpc("check_document", input));
}

export async function resendRegistration(client: Client, registration: string): Promise<void> {
  saved(await client.rpc("resend_registration", { registration }));
}

/** Notes that an event manager was shown the badge link of a confirmed registration. */
export async function shareBadge(client: Client, registration: string): Promise<void> {
  saved(await client.rpc("share_badge", { registration }));
}

/** Registers somebody by hand; returns the id of the registration. */
export async function addRegistration(client: Client, input: z.output<typeof addSchema>) {
  const { make, model, year, plate } = input;
  const payload = {
    request_id: input.requestId,
    type_id: input.type,
    full_name: input.fullName,
    email: input.email,
    phone: input.phone,
    town: input.town,
    club: input.club,
    company: input.company,
    companions: input.companions,
    is_free: input.isFree === "on",
    locale: input.locale,
    vehicles: make && model && year ? [{ make, model, year, plate }] : [],
  };
  return orThrow(await client.rpc("add_registration", { payload }), REFUSALS);
}

/** Mails the question whether they come; returns the number of mails. */
export async function askAttendance(
  client: Client,
  { event, type, count }: { event: string; type: string; count: number },
): Promise<number> {
  return orThrow(await client.rpc("ask_attendance", { event, max_mails: count, ...(type && { type }) }), REFUSALS);
}

/** Copies an event with its parts so that it begins on another day; the same id copies once. */
export async function duplicateEvent(
  client: Client,
  { event, copy, firstDay }: { event: string; copy: string; firstDay: string },
): Promise<void> {
  const known: ErrorCodes = { ...REFUSALS, event_missing: "input.invalid" };
  orThrow(await client.rpc("duplicate_event", { original: event, copy, first_day: firstDay }), known);
}

/** Cancels the registrations of people who do not come; returns their number. */
export async function freeDeclinedPlaces(client: Client, input: { event: string; reason: string }): Promise<number> {
  return orThrow(await client.rpc("free_declined_places", input), REFUSALS);
}

/** Offers the free places of a kind in the order of the waiting list; returns the number of offers. */
export async function promoteWaitingList(client: Client, type: string): Promise<number> {
  return orThrow(await client.rpc("promote_waiting_list", { type }), REFUSALS);
}

const answeredSchema = outcomeSchema({ refused: ["closed"], gone: true });

/** Stores the answer of an attendance link. */
export async function answerAttendance(client: Client, token: string, isComing: boolean) {
  return answeredSchema.parse(orThrow(await client.rpc("answer_attendance", { token, is_coming: isComing })));
}

export async function saveContract(client: Client, input: z.output<typeof contractSchema>): Promise<void> {
  saved(await client.rpc("save_registration_contract", input));
}

/** Makes a new signing link; only the hash of its token is stored, so the address is shown once. */
export async function sendContract(client: Client, contract: string): Promise<{ token: string; until: string }> {
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest("hex");
  const answer = await client.rpc("send_registration_contract", { contract, token_hash: hash });
  return { token, until: savedOrThrow(sentSchema.parse(orThrow(answer, REFUSALS))).until };
}

export async function cancelContract(client: Client, input: { contract: string; reason: string }): Promise<void> {
  saved(await client.rpc("cancel_registration_contract", input));
}

const eventSchema = outcomeSchema({
  conflict: {},
  refused: ["incomplete", "already", "has_registrations", "unpayable"],
  details: { gaps: z.array(z.string()).optional() },
  gone: true,
});

async function requestChange(
  client: Client,
  { event: id, change, expected_version, reason, startsAt, endsAt }: z.output<typeof changeEventSchema>,
) {
  const known: ErrorCodes = { "42501": "access.permission" };
  if (change === "publish") return orThrow(await client.rpc("submit_event", { id, expected_version }), known);
  if (change === "postpone")
    return orThrow(await client.rpc("postpone_event", { id, reason, expected_version }), known);
  if (change === "cancel") return orThrow(await client.rpc("cancel_event", { id, reason, expected_version }), known);
  if (change !== "redate")
    return orThrow(
      await client.rpc("decide_event", { id, decision: change, reason, expected_status: "pending" }),
      known,
    );
  const event = orThrow(await client.from("events").select("time_zone").eq("id", id).maybeSingle());
  const [starts, ends] = [startsAt, endsAt].map((local) => event && momentIn(local, event.time_zone));
  if (!starts || !ends) throw new AppError("input.invalid", { detail: "date" });
  return orThrow(
    await client.rpc("change_event_dates", { id, starts_at: starts, ends_at: ends, reason, expected_version }),
    known,
  );
}

/** Publishes, returns, refuses, postpones, moves or cancels an event; returns the parts that are missing, if any. */
export async function changeEvent(client: Client, input: z.output<typeof changeEventSchema>): Promise<string[]> {
  const answer = eventSchema.parse(await requestChange(client, input));
  if (answer.outcome === "saved") return [];
  if (answer.outcome === "refused" && answer.reason === "incomplete") return answer.gaps ?? [];
  throw answer.outcome === "gone"
    ? new AppError("input.invalid", { detail: answer.outcome })
    : new AppError("registration.changed");
}
