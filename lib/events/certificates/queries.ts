import "server-only";
import { z } from "zod";
import { daysFromNow } from "../../platform/dates";
import { orThrow } from "../../platform/supabase/or-throw";
import { patterns } from "../../platform/supabase/pattern";
import { createSessionClient } from "../../platform/supabase/session";
import { fieldsSchema, layoutSchema, peopleSchema, printedSchema, type PrintedCertificate } from "./schema";

const TEMPLATE = "id, name, language, version, background_path, fields, is_active, updated_at";
const PRINTED = "code, full_name, facts, layout";
/** More rows than one event has on a page are reached by the search. */
const SHOWN_CERTIFICATES = 200;
const SHOWN_BATCHES = 5;

const templateRow = z.object({
  id: z.string(),
  name: z.string(),
  language: layoutSchema.shape.language,
  version: z.number(),
  background_path: z.string().nullable(),
  fields: fieldsSchema.catch([]),
  is_active: z.boolean(),
  updated_at: z.string(),
});
export type Template = z.output<typeof templateRow>;

export async function listTemplates(): Promise<Template[]> {
  const client = await createSessionClient();
  return z
    .array(templateRow)
    .parse(
      orThrow(
        await client
          .from("certificate_templates")
          .select(TEMPLATE)
          .order("is_active", { ascending: false })
          .order("name"),
      ),
    );
}

/** Events that have begun or begin within a day, newest first. */
export async function listEndedEvents() {
  const client = await createSessionClient();
  return orThrow(
    await client
      .from("events")
      .select("id, title, town, state_abbr, starts_at, time_zone, certificate_template_id, certificate_hours")
      .in("status", ["published", "postponed"])
      .is("deleted_at", null)
      .lt("starts_at", daysFromNow(1))
      .order("starts_at", { ascending: false })
      .limit(200),
  );
}

/** People who entered an event, and whether they have a certificate of the model. */
export async function listPeople(event: string, template: string) {
  const client = await createSessionClient();
  return peopleSchema.parse(orThrow(await client.rpc("certificate_people", { event, template })));
}

export async function listBatches(event: string) {
  const client = await createSessionClient();
  return orThrow(
    await client
      .from("certificate_batches")
      .select("id, total, done, issued, created_at, ended_at")
      .eq("event_id", event)
      .order("created_at", { ascending: false })
      .limit(SHOWN_BATCHES),
  );
}

export type IssuedCertificate = Awaited<ReturnType<typeof listCertificates>>["rows"][number];

/** Certificates of an event by name, and how many valid ones there are. */
export async function listCertificates(event: string, search: string) {
  const client = await createSessionClient();
  let rows = client
    .from("certificates")
    .select(
      "id, code, full_name, facts, layout, issued_at, sent_at, revoked_at, revoke_reason, event_registrations (phone)",
    )
    .eq("event_id", event);
  for (const word of patterns(search)) rows = rows.like("search_name", word);
  const valid = client
    .from("certificates")
    .select("id", { count: "exact", head: true })
    .eq("event_id", event)
    .is("revoked_at", null);
  const [found, counted] = await Promise.all([
    rows.order("full_name").order("issued_at", { ascending: false }).limit(SHOWN_CERTIFICATES),
    valid,
  ]);
  return { rows: orThrow(found), valid: counted.count ?? 0 };
}

/** Checks of codes in the last 30 days. */
export async function countChecks() {
  const client = await createSessionClient();
  const since = daysFromNow(-30).slice(0, 10);
  const rows = orThrow(await client.from("certificate_checks").select("state, checks").gte("day", since));
  const sum = (state: string) =>
    rows.filter((row) => row.state === state).reduce((total, { checks }) => total + checks, 0);
  return { valid: sum("valid"), revoked: sum("revoked"), unknown: sum("unknown") };
}

type Client = Awaited<ReturnType<typeof createSessionClient>>;

/** A valid certificate to print, by its id or its code; null when there is none that the client may read. */
export async function readPrinted(
  client: Client,
  by: { id: string } | { code: string },
): Promise<PrintedCertificate | null> {
  const [column, value] = "id" in by ? (["id", by.id] as const) : (["code", by.code] as const);
  const row = orThrow(
    await client.from("certificates").select(PRINTED).eq(column, value).is("revoked_at", null).maybeSingle(),
  );
  return row && printedSchema.parse(row);
}
