import "server-only";
import { z } from "zod";
import type { Outcome, Refused } from "../../platform/outcome";
import { outcomeSchema, savedOrGone } from "../../platform/outcome-schema";
import { asJson } from "../../platform/supabase/json";
import { databaseError, orThrow } from "../../platform/supabase/or-throw";
import type { createServiceClient } from "../../platform/supabase/service";
import type { createSessionClient } from "../../platform/supabase/session";
import { deriveToken, tokenHash } from "../../platform/links/queries";
import type { DraftBody } from "./questions/schema";
import type { Change, FirstBody, RegistrationBody } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;
type ServiceClient = ReturnType<typeof createServiceClient>;

/** Why the database refuses a form. */
const REFUSALS = {
  invalid_request: "input.invalid",
  vehicle_too_new: "vehicle.tooNew",
  event_missing: "event.missing",
  registration_closed: "registration.closed",
  form_changed: "form.changed",
  form_sent: "form.sent",
  already_registered: "registration.duplicate",
  unpaid_hold: "registration.unpaid",
  too_many_mails: "registration.mails",
  too_many_forms: "rate.limited",
  no_places: "places.none",
  payment_unavailable: "payment.unavailable",
  stand_taken: "stand.taken",
} as const;
type RefusalCode = (typeof REFUSALS)[keyof typeof REFUSALS];

function refusalOf(error: { message: string; code: string; details: string }): Refused<RefusalCode> {
  const reason = Object.hasOwn(REFUSALS, error.message) ? REFUSALS[error.message as keyof typeof REFUSALS] : null;
  if (!reason) throw databaseError(error);
  return { outcome: "refused", reason, field: error.details || null };
}

/** `is_changed`: the request was stored before with other data, which was not changed. */
const filedSchema = outcomeSchema({
  saved: { id: z.string(), event: z.string(), is_changed: z.boolean() },
  refused: Object.values(REFUSALS),
});

/** Registers the person; the database decides price, place and status. */
export async function submitRegistration(client: SessionClient, body: RegistrationBody) {
  const { homepage: _, via: __, ...payload } = body;
  const { data, error } = await client.rpc("submit_registration", { payload: asJson(payload) });
  return filedSchema.parse(error ? refusalOf(error) : { outcome: "saved", ...(data as object) });
}

export type Changed = Outcome<object, RefusalCode>;
type Answer = { data: unknown; error: Parameters<typeof refusalOf>[0] | null };

/** `gone`: the link or the time is over. */
const changedBy = ({ data, error }: Answer): Changed => (error ? refusalOf(error) : savedOrGone.parse(data));

/** Applies a change that the holder of a link may make. */
export async function changeRegistration(
  client: SessionClient,
  change: Exclude<Change, { change: "link" }>,
): Promise<Changed> {
  const { token } = change;
  if (change.change === "accept") return changedBy(await client.rpc("accept_offer", { token }));
  if (change.change === "confirm") return changedBy(await client.rpc("confirm_registration", { token }));
  if (change.change === "cancel") return changedBy(await client.rpc("cancel_own_registration", { token }));
  if (change.change === "refuse-messages" || change.change === "allow-messages") {
    const input = { token, is_refused: change.change === "refuse-messages" };
    return changedBy(await client.rpc("refuse_messages", input));
  }
  const { change: kind, token: _, ...payload } = change;
  const name = kind === "edit" ? "edit_own_registration" : "transfer_registration";
  return changedBy(await client.rpc(name, { token, payload: asJson(payload) }));
}

/** Mails the link that changes or confirms a registration; `gone` for a token that opens none. */
export const mailManageLink = async (client: ServiceClient, token: string): Promise<Changed> =>
  changedBy(await client.rpc("mail_manage_link", { token }));

/** Mails the link of the registration that a person has for a kind; nothing happens without one. */
export async function mailFirstRegistration(client: ServiceClient, body: FirstBody): Promise<void> {
  const { type, full_name: name, email: address } = body;
  orThrow(await client.rpc("mail_first_registration", { type, address, name }));
}

/** Notifies the team, once a day per event, that one network sent many forms. */
export async function noteBusyCaller(client: ServiceClient, event: string): Promise<void> {
  orThrow(await client.rpc("note_busy_caller", { event }));
}

/** Stores a draft and mails its link; `gone` when the event takes none. The database stores the hash of the token only. */
export async function storeDraft(client: ServiceClient, body: DraftBody) {
  const id = crypto.randomUUID();
  const hash = tokenHash(deriveToken("draft", id, 1));
  const answer = await client.rpc("store_registration_draft", {
    payload: asJson(body),
    draft_id: id,
    token_hash: hash,
  });
  return savedOrGone.parse(orThrow(answer));
}

type Document = {
  registration: string;
  token: string;
  kind: string;
  expires: string | null;
  bytes: Buffer;
  extension: "webp" | "pdf";
};

const documentAnswer = outcomeSchema({
  saved: { replaced: z.array(z.string()) },
  refused: ["closed", "not_asked", "too_much"],
});

/** Stores a document in the private bucket; deletes the files it replaces, or itself when the database refuses it. */
export async function addDocument(
  client: ServiceClient,
  { registration, token, kind, expires, bytes, extension }: Document,
): Promise<z.output<typeof documentAnswer>> {
  const path = `${registration}/${crypto.randomUUID()}.${extension}`;
  const files = client.storage.from("registration-documents");
  const stored = await files.upload(path, bytes, {
    contentType: extension === "pdf" ? "application/pdf" : "image/webp",
  });
  if (stored.error) throw databaseError(stored.error);
  const { data, error } = await client.rpc("add_registration_document", {
    token,
    kind,
    path,
    ...(expires && { expires }),
  });
  const answer = error ? null : documentAnswer.parse(data);
  const unneeded = answer?.outcome === "saved" ? answer.replaced : [path];
  if (unneeded.length > 0) await files.remove(unneeded);
  if (!answer) throw databaseError(error!);
  return answer;
}
