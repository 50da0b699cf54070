import "server-only";
import { z } from "zod";
import type { Outcome } from "../../platform/outcome";
import { outcomeSchema, savedOrGone } from "../../platform/outcome-schema";
import { asJson } from "../../platform/supabase/json";
import { databaseError, orThrow, outcomeOrThrow } from "../../platform/supabase/or-throw";
import type { createServiceClient } from "../../platform/supabase/service";
import type { createSessionClient } from "../../platform/supabase/session";
import { deriveToken, tokenHash } from "../../platform/links/queries";
import type { DraftBody } from "./questions/schema";
import { REFUSALS } from "./rules";
import type { Change, FirstBody, RegistrationBody } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;
type ServiceClient = ReturnType<typeof createServiceClient>;

type Reason = keyof typeof REFUSALS;
const REASONS = Object.keys(REFUSALS) as Reason[];

/** `is_changed`: the request was stored before with other data, which was not changed. */
const filedSchema = outcomeSchema({
  saved: { id: z.string(), event: z.string(), is_changed: z.boolean() },
  refused: REASONS,
});

/** Registers the person; the database decides price, place and status. */
export async function submitRegistration(client: SessionClient, body: RegistrationBody) {
  const { homepage: _, via: __, ...payload } = body;
  return filedSchema.parse(outcomeOrThrow(await client.rpc("submit_registration", { payload: asJson(payload) })));
}

export type Changed = Outcome<object, Reason>;
const changedSchema = outcomeSchema({ refused: REASONS, gone: true });

/** `gone`: the link or the time is over. */
const changedBy = (answer: Parameters<typeof outcomeOrThrow>[0]): Changed =>
  changedSchema.parse(outcomeOrThrow(answer));

/** Functions of the changes with a form. */
const WRITERS = {
  edit: "edit_own_registration",
  invoice: "save_registration_invoice",
  transfer: "transfer_registration",
} as const;

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
  if (change.change === "name") {
    const { registration, full_name } = change;
    return changedBy(await client.rpc("name_order_person", { token, registration, full_name }));
  }
  if (change.change === "leave")
    return changedBy(await client.rpc("leave_order", { token, registration: change.registration }));
  const { change: kind, token: _, ...payload } = change;
  return changedBy(await client.rpc(WRITERS[kind], { token, payload: asJson(payload) }));
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
