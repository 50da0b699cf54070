import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ID_OF } from "../actors";
import { asRole, sql } from "../as-role";

const [ONE, OTHER] = ["00000000-0000-4000-8000-00000000c001", "00000000-0000-4000-8000-00000000c002"];
const HASH = "ab".repeat(32);
const LONG_AGO = "2001-01-01T00:00:00Z";

/** Columns that an API caller may write, so that only the forged column can cause a refusal. */
const ROWS: Record<string, Record<string, unknown>> = {
  notification_campaigns: { id: ONE, title: "Teste", body: "Olá", status: "draft" },
  algorithm_settings: { id: ONE, algorithm: "search", version: 900, weights: sql.json({}) },
  approval_tokens: {
    id: ONE,
    token_hash: HASH,
    subject_kind: "service_request",
    subject_id: OTHER,
    expires_at: new Date(Date.now() + 86_400_000),
  },
  duplicate_verdicts: { entity: "services", first_id: ONE, second_id: OTHER, verdict: "different" },
  health_checks: { name: "test", status: "ok" },
  media_assets: { id: ONE, path: `/midia/2026-01/${ONE}.webp`, width: 10, height: 10, bytes: 10 },
  repair_jobs: { id: ONE, job: "redirects", item_count: 0, repaired: 0, remaining: 0 },
};

const add = (tx: TransactionSql, table: string, values: Record<string, unknown> = {}) =>
  tx`insert into ${tx(`public.${table}`)} ${tx({ ...ROWS[table], ...values } as never)}`;
const asSuperadmin = <T>(run: (tx: TransactionSql) => Promise<T>, arrange?: (tx: TransactionSql) => Promise<unknown>) =>
  asRole("superadministrador", arrange, run);

describe.each(Object.keys(ROWS))("a row of %s", (table) => {
  it("is added with the caller as author", async () => {
    expect((await asSuperadmin(async (tx) => add(tx, table))).count).toBe(1);
  });
});

describe.each([
  ["notification_campaigns", "created_by", ID_OF.editor],
  ["notification_campaigns", "created_by", null],
  ["notification_campaigns", "created_at", LONG_AGO],
  ["notification_campaigns", "push_taken_at", LONG_AGO],
  ["algorithm_settings", "created_by", ID_OF.editor],
  ["algorithm_settings", "created_at", LONG_AGO],
  ["approval_tokens", "created_by", ID_OF.editor],
  ["approval_tokens", "created_at", "2100-01-01T00:00:00Z"],
  ["duplicate_verdicts", "decided_by", ID_OF.editor],
  ["duplicate_verdicts", "decided_at", LONG_AGO],
  ["health_checks", "created_at", LONG_AGO],
  ["media_assets", "uploaded_by", ID_OF.editor],
  ["media_assets", "created_at", LONG_AGO],
  ["repair_jobs", "created_by", ID_OF.editor],
  ["repair_jobs", "created_at", LONG_AGO],
] as const)("%s.%s", (table, column, value) => {
  it(`cannot be ${value} in a new row`, async () => {
    await expect(asSuperadmin(async (tx) => add(tx, table, { [column]: value }))).rejects.toMatchObject({
      code: "42501",
    });
  });
});

describe.each([
  ["notification_campaigns", "created_by", ID_OF.editor],
  ["notification_campaigns", "created_at", LONG_AGO],
  ["notification_campaigns", "push_done_at", LONG_AGO],
  ["algorithm_settings", "created_by", ID_OF.editor],
  ["approval_tokens", "created_by", ID_OF.editor],
  ["approval_tokens", "created_at", LONG_AGO],
  ["approval_tokens", "expires_at", "2026-12-31T00:00:00Z"],
  ["media_assets", "uploaded_by", null],
  ["media_assets", "uploaded_by", ID_OF.editor],
  ["media_assets", "created_at", LONG_AGO],
] as const)("%s.%s", (table, column, value) => {
  it(`cannot be changed to ${value}`, async () => {
    const change = asSuperadmin(
      async (tx) => tx`update ${tx(`public.${table}`)} set ${tx({ [column]: value } as never)} where id = ${ONE}`,
      async (tx) => add(tx, table, column.endsWith("_by") ? { [column]: ID_OF.superadministrador } : {}),
    );
    await expect(change).rejects.toMatchObject({ code: "42501" });
  });
});

describe("profiles.terms_accepted_at", () => {
  const accept = (tx: TransactionSql) =>
    tx`update public.profiles set terms_accepted_at = '2001-01-01' where id = ${ID_OF.user}`;

  it("cannot be written by the account itself", async () => {
    await expect(asRole("user", async (tx) => accept(tx))).rejects.toMatchObject({ code: "42501" });
  });

  it("is written by the server at sign-up", async () => {
    expect((await asRole("service_role", async (tx) => accept(tx))).count).toBe(1);
  });

  it("does not prevent other changes of the profile", async () => {
    expect(
      (await asRole("user", async (tx) => tx`update public.profiles set theme = 'light' where id = ${ID_OF.user}`))
        .count,
    ).toBe(1);
  });
});

describe("revocation of an approval link", () => {
  const revoke = (tx: TransactionSql, at: string | null) =>
    tx`update public.approval_tokens set revoked_at = ${at} where id = ${ONE} returning revoked_at = now() as is_now`;

  it("gets the current time instead of the time that the caller sends", async () => {
    const [row] = await asSuperadmin(
      async (tx) => revoke(tx, LONG_AGO),
      async (tx) => add(tx, "approval_tokens"),
    );
    expect(row).toEqual({ is_now: true });
  });

  it("cannot be undone", async () => {
    const again = asSuperadmin(
      async (tx) => revoke(tx, null),
      async (tx) => add(tx, "approval_tokens", { revoked_at: new Date() }),
    );
    await expect(again).rejects.toMatchObject({ code: "42501" });
  });
});

/** Time columns that people choose or that concern only themselves; they are not used as evidence. */
const CHOSEN = [
  "ads.starts_at",
  "ads.ends_at",
  "blog_posts.publish_at",
  "form_template_versions.published_at",
  "legal_documents.effective_at",
  "notification_campaigns.scheduled_at",
  "notifications.read_at",
  "services.verified_at",
  "map_places.hidden_at",
  "approval_tokens.expires_at",
  "checkin_devices.expires_at",
  "voucher_devices.expires_at",
  "event_registration_types.opens_at",
  "event_registration_types.closes_at",
  "events.starts_at",
  "events.ends_at",
  "events.votes_open_at",
  "events.votes_close_at",
];

it("every author and time column that the API could write is protected, or is chosen by people", async () => {
  // The audit log records who changed an audited row and when, so created_at and deleted_at of audited tables need no protection.
  const open = await sql<{ name: string }[]>`
    select format('%s.%s', class.relname, attname) as name
    from pg_class as class join pg_attribute on attrelid = class.oid and attnum > 0 and not attisdropped
    where class.relnamespace = 'public'::regnamespace and class.relkind = 'r' and attname ~ '(_by|_at)$' and attname <> 'updated_at'
      and exists (
        select from pg_policies where schemaname = 'public' and tablename = class.relname
          and (cmd = 'INSERT' and has_column_privilege('authenticated', class.oid, attname, 'insert')
            or cmd = 'UPDATE' and has_column_privilege('authenticated', class.oid, attname, 'update'))
      )
      and not exists (
        select from pg_trigger join pg_proc as guard on guard.oid = tgfoid
        where tgrelid = class.oid and (
          guard.proname = 'guard_server_columns' and attname = any (string_to_array(replace(encode(tgargs, 'escape'), '\\000', ','), ','))
          or guard.proname = 'guard_columns' and not attname = any (string_to_array(replace(encode(tgargs, 'escape'), '\\000', ','), ','))
          or guard.proname = 'guard_event_columns' and attname = any (string_to_array(split_part(encode(tgargs, 'escape'), '\\000', 1), ','))
          or guard.proname = 'stamp_revocation' and attname = 'revoked_at'
          or guard.proname = 'stamp_reminder_times' and attname in ('deleted_at', 'paused_at')
          or guard.proname = 'guard_profile' and attname in ('email_verified_at', 'blocked_at', 'created_at')
          or guard.proname = 'guard_notification' and attname <> 'read_at'
          or guard.proname = 'write_audit' and attname in ('created_at', 'deleted_at')
        )
      )
    order by 1`;
  const expected = [...CHOSEN, "region_waypoints.created_at", "saved_views.created_at"];
  expect(open.map(({ name }) => name).filter((name) => !expected.includes(name))).toEqual([]);
});
