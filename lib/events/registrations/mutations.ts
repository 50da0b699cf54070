import "server-only";
import { z } from "zod";
import type { Json } from "../../platform/supabase/database.types";
import { databaseError, orThrow } from "../../platform/supabase/or-throw";
import type { createServiceClient } from "../../platform/supabase/service";
import type { createSessionClient } from "../../platform/supabase/session";
import { deriveToken, tokenHash } from "../../platform/links/queries";
import type { DraftBody } from "./questions/schema";
import type { Change, FirstBody, RegistrationBody } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;
type ServiceClient = ReturnType<typeof createServiceClient>;

/** Why the database refused a form; `field` names the part of the form. */
export type Refusal = { code: RefusalCode; field?: string };
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

function refusalOf(error: { message: string; code: string; details: string }): Refusal {
  const code = Object.hasOwn(REFUSALS, error.message) ? REFUSALS[error.message as keyof typeof REFUSALS] : null;
  if (!code) throw databaseError(error);
  return { code, ...(error.details && { field: error.details }) };
}

/** `is_changed`: the request was stored before with other data, which was not changed. */
export type Filed = { id: string; event: string; code: string; status: string; is_changed: boolean };

/** Registers the person; the database decides price, place and status. */
export async function submitRegistration(client: SessionClient, body: RegistrationBody): Promise<Filed | Refusal> {
  const { homepage: _, via: __, ...payload } = body;
  const { data, error } = await client.rpc("submit_registration", { payload: payload as unknown as Json });
  return error ? refusalOf(error) : (data as unknown as Filed);
}

/** Applies a change that the holder of a link may make; "refused" when the link or the time is over. */
export async function changeRegistration(
  client: SessionClient,
  change: Exclude<Change, { change: "link" }>,
): Promise<"done" | "refused" | Refusal> {
  const { token } = change;
  if (change.change === "accept") {
    const { data, error } = await client.rpc("accept_offer", { token });
    return error ? refusalOf(error) : data === "confirmed" ? "done" : "refused";
  }
  if (change.change === "confirm") {
    const { data, error } = await client.rpc("confirm_registration", { token });
    return error ? refusalOf(error) : data === null ? "refused" : "done";
  }
  if (change.change === "cancel") {
    const { data, error } = await client.rpc("cancel_own_registration", { token });
    return error ? refusalOf(error) : data === "cancelled" ? "done" : "refused";
  }
  if (change.change === "refuse-messages" || change.change === "allow-messages") {
    const input = { token, is_refused: change.change === "refuse-messages" };
    const { data, error } = await client.rpc("refuse_messages", input);
    return error ? refusalOf(error) : data ? "done" : "refused";
  }
  const { change: kind, token: _, ...payload } = change;
  const { data, error } = await client.rpc(kind === "edit" ? "edit_own_registration" : "transfer_registration", {
    token,
    payload: payload as unknown as Json,
  });
  return error ? refusalOf(error) : data ? "done" : "refused";
}

/** Mails the link that changes or confirms a registration; "refused" for a token that opens none. */
export async function mailManageLink(client: ServiceClient, token: string): Promise<"done" | "refused" | Refusal> {
  const { data, error } = await client.rpc("mail_manage_link", { token });
  return error ? refusalOf(error) : data ? "done" : "refused";
}

/** Mails the link of the registration that a person has for a kind; nothing happens without one. */
export async function mailFirstRegistration(client: ServiceClient, body: FirstBody): Promise<void> {
  const { type, full_name: name, email: address } = body;
  orThrow(await client.rpc("mail_first_registration", { type, address, name }));
}

/** Tells the team, once a day per event, that one network sent many forms. */
export async function noteBusyCaller(client: ServiceClient, event: string): Promise<void> {
  orThrow(await client.rpc("note_busy_caller", { event }));
}

/** Stores a draft and mails its link; false when the event takes none. The database stores the hash of the token only. */
export async function storeDraft(client: ServiceClient, body: DraftBody): Promise<boolean> {
  const id = crypto.randomUUID();
  const hash = tokenHash(deriveToken("draft", id, 1));
  return orThrow(
    await client.rpc("store_registration_draft", { payload: body as unknown as Json, draft_id: id, token_hash: hash }),
  );
}

type Document = {
  registration: string;
  token: string;
  kind: string;
  expires: string | null;
  bytes: Buffer;
  extension: "webp" | "pdf";
};

const documentAnswer = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("added"), replaced: z.array(z.string()) }),
  z.object({ outcome: z.enum(["closed", "not_asked", "too_much"]) }),
]);

/** Stores a document in the private bucket; deletes the files it replaces, or itself when the database refuses it. */
export async function addDocument(
  client: ServiceClient,
  { registration, token, kind, expires, bytes, extension }: Document,
): Promise<z.output<typeof documentAnswer>["outcome"]> {
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
  const unneeded = answer?.outcome === "added" ? answer.replaced : [path];
  if (unneeded.length > 0) await files.remove(unneeded);
  if (!answer) throw databaseError(error!);
  return answer.outcome;
}
