import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ACCOUNTS, ID_OF, type Account } from "../actors";
import { asOwner, asRole, sql } from "../as-role";
import { addOwnedPlace, addPlan, PLACE } from "../partners/place-rows";
import { makeSale } from "../commerce/money";
import { insertReminder, REMINDER } from "../garage/reminder-rows";
import { addShare, addTrip } from "../travel/rows";
import { addDocument, addDossier, addEntry, addPart, addVehicle } from "../garage/vehicle-support";

type Copy = {
  account: { email: string };
  sessions: { user_agent: string }[];
  rows: Record<string, Record<string, unknown>[]>;
  work: Record<string, Record<string, unknown>[]>;
  rows_found_by_email: boolean;
  files: { bucket: string; name: string }[];
  not_included: Record<string, string>;
};

/** Column names that always contain personal data. */
const PERSONAL_NAME = `(^|_)(e?mail|phone|whatsapp|document|cpf|cnpj|rg|ip|ip_hash|address_hash|address|user_agent|device|username|name|contact|pix_key|birth[a-z]*|signature_url|signed_with|endpoint|plate|chassis)$|^client_`;

/** Product tables with their columns; names in schema public have no schema prefix, as in the registry. */
const columns = () => sql<{ relation: string; column: string; generated: boolean }[]>`
  select case when relation.relnamespace = 'public'::regnamespace then relation.relname else relation.relnamespace::regnamespace || '.' || relation.relname end as relation, attribute.attname as column, attribute.attgenerated <> '' as generated
  from pg_class as relation join pg_attribute as attribute on attribute.attrelid = relation.oid and attribute.attnum > 0 and not attribute.attisdropped
  where relation.relkind in ('r', 'p') and relation.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'records'::regnamespace)
    -- private.retention_rules, personal_rows and personal_columns name columns, not people.
    and not (relation.relnamespace = 'private'::regnamespace and relation.relname in ('personal_rows', 'personal_columns', 'retention_rules'))`;
const declared = async () =>
  new Map(
    (
      await sql<
        { at: string; treatment: string }[]
      >`select relation || '.' || column_name as at, treatment from private.personal_columns`
    ).map(({ at, treatment }) => [at, treatment]),
  );

describe("the registry of personal data", () => {
  it("declares every column of every table, or the table as free of personal data", async () => {
    const known = await declared();
    const missing = (await columns()).filter(
      ({ relation, column }) => !known.has(`${relation}.${column}`) && !known.has(`${relation}.*`),
    );
    expect(missing.map(({ relation, column }) => `${relation}.${column}`)).toEqual([]);
  });

  it("declares each column with a personal name, also in tables declared as free of personal data", async () => {
    const known = await declared();
    const names = await sql<
      { name: string }[]
    >`select name from unnest(${[...new Set((await columns()).map(({ column }) => column))]}::text[]) as name where name ~ ${PERSONAL_NAME}`;
    const personal = new Set(names.map(({ name }) => name));
    // A generated column contains only data of other columns, which are declared.
    const missing = (await columns()).filter(
      ({ relation, column, generated }) => personal.has(column) && !generated && !known.has(`${relation}.${column}`),
    );
    expect(missing.map(({ relation, column }) => `${relation}.${column}`)).toEqual([]);
  });

  it("declares each foreign key to an account or a seller as a path to a person's rows", async () => {
    const keys = await sql<{ at: string }[]>`
      select link.conrelid::regclass || '.' || attribute.attname as at from pg_constraint as link
      join pg_attribute as attribute on attribute.attrelid = link.conrelid and attribute.attnum = any (link.conkey)
      where link.contype = 'f' and link.confrelid in ('auth.users'::regclass, 'public.profiles'::regclass, 'public.sellers'::regclass)
        and link.connamespace in ('public'::regnamespace, 'private'::regnamespace, 'records'::regnamespace)
      union
      select attrelid::regclass || '.' || attname from pg_attribute join pg_class on pg_class.oid = attrelid and relkind = 'r'
      where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and not attisdropped and atttypid = 'uuid'::regtype
        and attname ~ '^(user|account|profile|actor|owner|author)_id$|_by$'
      order by 1`;
    const paths = new Set(
      (await sql<{ at: string }[]>`select relation || '.' || column_name as at from private.personal_rows`).map(
        ({ at }) => at,
      ),
    );
    // The export contains the audit log as two separate lists.
    expect(keys.map(({ at }) => at).filter((at) => !paths.has(at) && at !== "audit_log.actor_id")).toEqual([]);
  });

  it("contains no unknown tables or columns", async () => {
    const known = new Set(
      (await columns()).flatMap(({ relation, column }) => [`${relation}.${column}`, `${relation}.*`]),
    );
    const rows = await sql<
      { at: string }[]
    >`select relation || '.' || column_name as at from private.personal_columns union select relation || '.' || column_name from private.personal_rows`;
    expect(
      rows.map(({ at }) => at).filter((at) => !known.has(at) && !/^private\.(personal_|retention_)/.test(at)),
    ).toEqual([]);
  });

  it("declares for each foreign key what the database does at erasure", async () => {
    const rows = await sql`
      select rule.relation, rule.column_name, rule.at_erasure, link.confdeltype from private.personal_rows as rule
      join pg_constraint as link on link.conrelid = private.relation_of(rule) and link.contype = 'f' and link.confrelid in ('auth.users'::regclass, 'public.profiles'::regclass)
      join pg_attribute as attribute on attribute.attrelid = link.conrelid and link.conkey = array[attribute.attnum] and attribute.attname = rule.column_name
      where rule.matched_by = 'account' and not case rule.at_erasure when 'unlink' then link.confdeltype = 'n' else link.confdeltype in ('c', 'n') end`;
    expect([...rows]).toEqual([]);
  });

  it("is not readable through the API", async () => {
    for (const actor of ["anon", ...ACCOUNTS] as const) {
      await expect(asRole(actor, (tx) => tx`select * from private.personal_rows`)).rejects.toMatchObject({
        code: "42501",
      });
    }
  });
});

const person = ID_OF.user;
const mail = "user@actors.example.org";

/** Adds one row of every kind for the person, and rows of another person. */
async function arrange(tx: TransactionSql): Promise<void> {
  await tx`update public.profiles set full_name = 'Maria Opala', email_verified_at = now() where id = ${person}`;
  await tx`insert into public.page_views (page_path, user_id) values ('/mine', ${person}), ('/other', ${ID_OF.editor})`;
  await tx`insert into public.access_logs (event, user_id, address_hash, device) values ('sign_in', ${person}, 'abc', 'Firefox')`;
  await tx`insert into public.notifications (user_id, title, body) values (${person}, 't', 'b')`;
  await tx`insert into public.push_subscriptions (user_id, endpoint, p256dh, auth) values (${person}, 'https://push.example.org/1', ${"k".repeat(87)}, ${"s".repeat(22)})`;
  await tx`insert into public.favourites (account_id, kind, entity_id) values (${person}, 'region', 'mine'), (${ID_OF.editor}, 'region', 'other')`;
  await tx`insert into public.passport_stamps (account_id, city_ibge, state_abbr, distance_m, accuracy_m, stamped_at, client_id) select id, 4205407, 'SC', 0, 0, now(), gen_random_uuid() from public.profiles where id in (${person}, ${ID_OF.editor})`;
  await tx`insert into public.passport_shares (account_id, name) values (${person}, 'Maria')`;
  await addTrip(tx);
  await addTrip(tx, "editor", "00000000-0000-4000-8000-00000000f002");
  await addShare(tx);
  await tx`insert into public.trip_tracks (id, owner_id, started_at) values (gen_random_uuid(), ${person}, now()), (gen_random_uuid(), ${ID_OF.editor}, now())`;
  await tx`insert into public.trip_track_pieces (track_id, number, owner_id, points) select id, 0, owner_id, '[[0, 0, 0, 5, null]]' from public.trip_tracks`;
  await addEntry(tx);
  await addDocument(tx);
  await addPart(tx);
  await addDossier(tx);
  await addVehicle(tx, "editor", "00000000-0000-4000-8000-00000000a009");
  await insertReminder(tx);
  await tx`insert into public.reminder_announcements (reminder_id, account_id, occurrence, channel, status) values (${REMINDER}, ${person}, 1, 'portal', 'sent')`;
  await tx`insert into public.app_reviews (user_id, rating, text, decided_by) values (${person}, 5, 'good', ${ID_OF.editor})`;
  await tx`insert into public.trip_panel_requests (user_id, name, email, delivery_kind, origin, destination) values (${person}, 'Maria', 'other@example.org', 'digital', 'A', 'B'), (null, 'Maria', ${mail.toUpperCase()}, 'digital', 'C', 'D')`;
  await tx`insert into public.service_requests (kind, payload, requester_name, requester_email, state_abbr, assigned_to) values ('new', '{"photos": ["mine.webp"]}', 'Maria', ${mail}, 'SC', ${ID_OF.editor}), ('new', '{"photos": ["other.webp"]}', 'Ana', 'ana@example.org', 'SC', ${person})`;
  await tx`insert into public.takedown_requests (url, claimant_name, email, reason) values ('https://example.org', 'Maria', ${mail}, 'a reason')`;
  await tx`insert into public.ad_leads (company, contact_name, email) values ('Hotel', 'Maria', ${mail})`;
  await tx`insert into public.reports (subject_type, subject_id, reason, reporter_email) values ('page', '/x', 'wrong', ${mail})`;
  await tx`insert into storage.objects (bucket_id, name) values ('request-photos', 'mine.webp'), ('request-photos', 'other.webp')`;
  await tx`insert into auth.sessions (id, user_id, user_agent, created_at, updated_at) values (gen_random_uuid(), ${person}, 'Firefox 140', now(), now())`;
  await addOwnedPlace(tx);
  await addPlan(tx);
  await tx`insert into public.service_messages (service_id, name, email, body) values (${PLACE}, 'Maria', ${mail}, 'Abre?')`;
  await tx`insert into public.service_invitations (id, service_id, email) values (gen_random_uuid(), ${PLACE}, ${mail})`;
  const sale = await makeSale(tx);
  await tx`update public.sales set client_email = ${mail} where id = ${sale.id}`;
  await tx`insert into public.payments (subject_type, subject_id, method, amount_cents, provider) values ('sale', ${sale.id}, 'pix', 100, 'pix')`;
}

const copyOf = async (actor: Account, account: Account, more?: (tx: TransactionSql) => Promise<unknown>) => {
  const [row] = await asRole(
    actor,
    async (tx) => {
      await arrange(tx);
      await more?.(tx);
    },
    (tx) => tx<{ copy: Copy }[]>`select public.export_account(${ID_OF[account]}) as copy`,
  );
  return row!.copy;
};

describe("account data export", () => {
  it("contains every table with rows of the person, for the person and for a manager", async () => {
    const [own, managers] = [await copyOf("user", "user"), await copyOf("main_admin", "user")];
    expect(Object.keys(own.rows).toSorted()).toEqual(
      [
        "access_logs.user_id",
        "ad_leads.email",
        "app_reviews.user_id",
        "favourites.account_id",
        "maintenance_reminders.owner_id",
        "notifications.user_id",
        "page_views.user_id",
        "passport_shares.account_id",
        "passport_stamps.account_id",
        "payments.subject_id",
        "profiles.id",
        "push_subscriptions.user_id",
        "reminder_announcements.account_id",
        "reports.reporter_email",
        "sales.client_email",
        "service_invitations.email",
        "service_members.account_id",
        "service_messages.email",
        "service_plans.account_id",
        "service_requests.requester_email",
        "takedown_requests.email",
        "trip_panel_requests.email",
        "trip_panel_requests.user_id",
        "trip_shares.created_by",
        "trip_track_pieces.owner_id",
        "trip_tracks.owner_id",
        "trips.owner_id",
        "vehicle_documents.owner_id",
        "vehicle_dossier_photos.owner_id",
        "vehicle_dossiers.owner_id",
        "vehicle_files.owner_id",
        "vehicle_entries.owner_id",
        "vehicle_members.owner_id",
        "vehicle_parts.owner_id",
        "vehicles.owner_id",
      ].toSorted(),
    );
    expect(Object.keys(managers.rows)).toEqual(Object.keys(own.rows));
    expect(own.rows["profiles.id"]).toEqual([expect.objectContaining({ id: person, full_name: "Maria Opala" })]);
    expect(own.rows["page_views.user_id"]).toEqual([expect.objectContaining({ page_path: "/mine" })]);
    expect(own.sessions).toContainEqual(expect.objectContaining({ user_agent: "Firefox 140" }));
    expect(own.files).toEqual([expect.objectContaining({ bucket: "request-photos", name: "mine.webp" })]);
  });

  it("contains no password, device key, payment link or data of others", async () => {
    const copy = await copyOf("user", "user");
    const text = JSON.stringify(copy);
    for (const hidden of [
      "encrypted_password",
      "kkkk",
      "ssss",
      ID_OF.editor,
      "ana@example.org",
      "other.webp",
      'payment_token":',
    ])
      expect(text.replace(JSON.stringify(copy.not_included), "")).not.toContain(hidden);
    expect(copy.work).toEqual({ "service_requests.assigned_to": [{ id: expect.any(String), at: expect.any(String) }] });
  });

  it("excludes rows found by an unconfirmed address", async () => {
    const copy = await copyOf(
      "user",
      "user",
      (tx) => tx`update public.profiles set email_verified_at = null where id = ${person}`,
    );
    expect(copy.rows_found_by_email).toBe(false);
    expect(Object.keys(copy.rows).filter((key) => key.endsWith("email"))).toEqual([]);
    expect(copy.files).toEqual([]);
    expect(copy.rows["trip_panel_requests.user_id"]).toHaveLength(1);
  });

  it("contains the seller's sales without client data", async () => {
    const copy = await copyOf("vendedor", "vendedor");
    expect(copy.rows["sellers.user_id"]).toEqual([expect.objectContaining({ full_name: "Vera" })]);
    expect(copy.rows["sales.seller_id"]).toEqual([expect.objectContaining({ plan_name: "Estrada" })]);
    expect(JSON.stringify(copy.rows["sales.seller_id"])).not.toContain("client_");
  });

  it("contains no undeclared column", async () => {
    const [row] = await asOwner(async (tx) => {
      await tx`alter table public.saved_views add column secret text default 'undeclared'`;
      await tx`insert into public.saved_views (user_id, resource, name, query) values (${person}, 'blog', 'v', 'q')`;
      return tx<{ rows: string }[]>`select private.rows_of_account(${person}, null, 'own')::text as rows`;
    });
    expect(row!.rows).toContain("saved_views.user_id");
    expect(row!.rows).not.toContain("undeclared");
  });

  it.each(["user", "editor", "admin"] as const)("of another account is refused for %s", async (actor) => {
    await expect(copyOf(actor, "another_user")).rejects.toMatchObject({ code: "42501" });
  });
});
