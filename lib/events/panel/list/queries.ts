import "server-only";
import { orThrow } from "../../../platform/supabase/or-throw";
import { createSessionClient } from "../../../platform/supabase/session";
import { questionsSchema } from "../../registrations/questions/schema";
import { isUuid } from "../rules";
import { databaseFilter, partsOf, type RegistrationFilter, type RegistrationQuery } from "./rules";
import { duplicatesSchema, exportOrdersSchema, idsSchema, pageSchema, type Duplicate } from "./schema";

const DENIED = { "42501": "access.permission" } as const;
/** Rows of one step of an export. */
const STEP = 1000;
/** Ids of one request, whose address has a limited length. */
const IDS_PER_REQUEST = 100;

type Client = Awaited<ReturnType<typeof createSessionClient>>;

/** One page of the registrations of an event, with the number of all that the filter finds and of their places. */
export async function listRegistrations(event: string, { page, per, ...filter }: RegistrationQuery) {
  const client = await createSessionClient();
  const input = { event, filter: databaseFilter(filter), page, per };
  return pageSchema.parse(orThrow(await client.rpc("search_registrations", input), DENIED));
}

/** The ids of all registrations that a filter finds, in the order of the list. */
export async function listRegistrationIds(event: string, filter: Partial<RegistrationFilter>): Promise<string[]> {
  const client = await createSessionClient();
  const input = { event, filter: databaseFilter(filter) };
  return idsSchema.parse(orThrow(await client.rpc("registration_ids", input), DENIED));
}

/** Other registrations of the same event with the same address, document or plate. */
export async function listDuplicates(registration: string): Promise<Duplicate[]> {
  const client = await createSessionClient();
  return duplicatesSchema.parse(orThrow(await client.rpc("registration_duplicates", { registration }), DENIED));
}

/** Internal notes about a registration, the newest first. */
export async function listNotes(registration: string) {
  if (!isUuid(registration)) return [];
  const client = await createSessionClient();
  return orThrow(
    await client
      .from("registration_notes")
      .select("id, body, created_at, author:profiles (username)")
      .eq("registration_id", registration)
      .order("created_at", { ascending: false })
      .order("id"),
  );
}
export type RegistrationNote = Awaited<ReturnType<typeof listNotes>>[number];

/** Questions of the versions of forms that registrations of an event answered, the oldest version first. */
export async function listAnsweredForms(event: string) {
  const client = await createSessionClient();
  const versions = orThrow(
    await client
      .from("form_template_versions")
      .select("schema, event_registrations!inner (id)")
      .eq("event_registrations.event_id", event)
      .limit(1, { referencedTable: "event_registrations" })
      .order("published_at"),
  );
  return versions.map(({ schema }) => questionsSchema.parse(schema));
}

async function readRows(client: Client, ids: readonly string[]) {
  return orThrow(
    await client
      .from("event_registrations")
      .select(
        `id, code, type_id, full_name, email, phone, document, town, state_abbr, club, company, companions, places, status,
         attending, price_cents, source, created_at, stand_id, answers, registration_vehicles (make, model, year, color, plate, class_name),
         registration_documents (kind, status)`,
      )
      .in("id", ids),
  );
}

const byId = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));

/** Orders of the rows of one step, with what the caller may read of them. */
async function readOrders(client: Client, event: string, ids: string[]) {
  const rows = orThrow(await client.rpc("registration_orders", { event, registrations: ids }));
  return byId(exportOrdersSchema.parse(rows));
}

/** The rows of one step in the order of their ids, with payment, entry and order of each registration. */
async function readStep(client: Client, event: string, ids: string[]) {
  const rows = [];
  for (const part of partsOf(ids, IDS_PER_REQUEST)) rows.push(...(await readRows(client, part)));
  const facts = orThrow(await client.rpc("registration_facts", { event, registrations: ids }));
  const [rowOf, factsOf, orderOf] = [byId(rows), byId(facts), await readOrders(client, event, ids)];
  return ids.flatMap((id) => {
    const row = rowOf.get(id);
    return row ? [{ ...row, facts: factsOf.get(id) ?? null, order: orderOf.get(id) ?? null }] : [];
  });
}

/** Rows of an export in steps, in the order of the list. */
export async function* exportRegistrations(event: string, filter: Partial<RegistrationFilter>) {
  const client = await createSessionClient();
  for (const ids of partsOf(await listRegistrationIds(event, filter), STEP)) yield await readStep(client, event, ids);
}

export type ExportRow =
  ReturnType<typeof exportRegistrations> extends AsyncGenerator<(infer Row)[], unknown> ? Row : never;
