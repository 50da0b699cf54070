import "server-only";
import { isLinkToken } from "../../platform/links/rules";
import { orThrow } from "../../platform/supabase/or-throw";
import { createPublicClient } from "../../platform/supabase/public";
import { createSessionClient } from "../../platform/supabase/session";
import {
  defaultQuestionsSchema,
  formsSchema,
  formVersionSchema,
  storedDraftSchema,
  type StoredDraft,
} from "./questions/schema";
import { badgeSchema, registrationPageSchema, type Badge, type RegistrationPage } from "./schema";

/** Fields and free stands of every kind of a public event, read at this moment. */
export async function readForms(event: string) {
  return formsSchema.parse(orThrow(await createPublicClient(null).rpc("registration_forms", { event })));
}

/** Version and questions of the form of a kind; null when no public event has it. */
export async function readQuestions(type: string) {
  const data = orThrow(await createPublicClient(null).rpc("registration_questions", { type }));
  return data === null ? null : formVersionSchema.parse(data);
}

/** Questions that the portal asks for each kind until an organiser changes them. */
export async function readDefaultQuestions() {
  return defaultQuestionsSchema.parse(orThrow(await createPublicClient(null).rpc("default_questions")));
}

/** The draft behind a mailed link; null for an invalid token. */
export async function readSharedDraft(token: string): Promise<StoredDraft | null> {
  if (!isLinkToken(token)) return null;
  const data = orThrow(await createPublicClient(null).rpc("read_registration_draft", { token }));
  return storedDraftSchema.safeParse(data).data ?? null;
}

/** Data of the page behind a link; null for an invalid token. */
export async function readRegistration(token: string): Promise<RegistrationPage | null> {
  if (!isLinkToken(token)) return null;
  const data = orThrow(await (await createSessionClient()).rpc("read_registration", { token }));
  return data === null ? null : registrationPageSchema.parse(data);
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Data of a badge, by the token of a link or, for the signed-in owner, the id; null otherwise. */
export async function readBadge(key: string): Promise<Badge | null> {
  if (!isLinkToken(key) && !ID.test(key)) return null;
  const data = orThrow(await (await createSessionClient()).rpc("read_badge", { key }));
  return data === null ? null : badgeSchema.parse(data);
}

/** Most registrations in the lists of an account. */
const OWN_REGISTRATIONS = 50;

/** Registrations of the signed-in account with what their tickets show, the newest first. */
export async function listOwnRegistrations(account: string) {
  const client = await createSessionClient();
  return orThrow(
    await client
      .from("event_registrations")
      .select(
        "id, code, status, created_at, event_id, badge_version, full_name, company, companions, places, held_until, difference_cents, event:events!event_registrations_event_id_fkey (title, slug, translations, is_demo, status, starts_at, ends_at, time_zone, town, state_abbr, venue), type:event_registration_types (name, translations), stand:event_stands!event_registrations_stand_id_fkey (label), registration_vehicles (position, make, model, year), certificates (code, revoked_at)",
      )
      .eq("user_id", account)
      .order("created_at", { ascending: false })
      .limit(OWN_REGISTRATIONS),
  );
}
export type OwnRegistration = Awaited<ReturnType<typeof listOwnRegistrations>>[number];
