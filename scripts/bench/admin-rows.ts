import type { Sql } from "postgres";
import { FAQ_AUDIENCES, REVIEW_STATUSES } from "../../lib/platform/supabase/database-constants/guide";
import {
  CLAIM_STATUSES,
  COMPLAINT_STATUSES,
  SERVICE_REQUEST_KINDS,
  SERVICE_REQUEST_STATUSES,
  TASK_PRIORITIES,
  TASK_STATUSES,
} from "../../lib/platform/supabase/database-constants/panel";

/** Timestamps spread over a year, so that no two rows have the same one. */
const AT = "now() - n * interval '5 minutes'";
const HEX = "md5(n::text)";
const ID = `${HEX}::uuid`;

const pick = (values: readonly string[]) =>
  `(array[${values.map((value) => `'${value}'`).join(", ")}])[1 + n % ${values.length}]`;

/** Columns of each panel table, and the SQL expression of each value for row number n of a town. */
const ROWS: Record<string, Record<string, string>> = {
  faqs: {
    key: "'pergunta-' || n",
    audience: pick(FAQ_AUDIENCES),
    question: "'Pergunta ' || n || ' sobre ' || name",
    answer: "'Resposta'",
    position: "n",
    updated_at: AT,
  },
  glossary_terms: {
    key: "'termo-' || n",
    term: "'Termo ' || n || ' de ' || name",
    definition: "'Definição'",
    updated_at: AT,
  },
  redirects: { from_path: "'/antigo/' || n", to_path: "'/novo/' || n", hits: "n % 97", updated_at: AT },
  tolls: {
    name: "'Praça ' || n || ' ' || name",
    road: "'BR-' || n % 500",
    km: "n % 900",
    state_abbr: "state_abbr",
    city_ibge: "ibge_code",
    operator: "'Concessionária ' || n % 40",
    status: pick(["draft", "published"]),
    updated_at: AT,
  },
  admin_tasks: {
    title: "'Tarefa ' || n || ' em ' || name",
    status: pick(TASK_STATUSES),
    priority: pick(TASK_PRIORITIES),
    state_abbr: "state_abbr",
    updated_at: AT,
  },
  city_photos: {
    title: "'Foto ' || n || ' de ' || name",
    city_ibge: "ibge_code",
    picture: "'/midia/2026-01/' || gen_random_uuid() || '.webp'",
    position: "1 + n % 900",
    updated_at: AT,
  },
  ads: {
    advertiser: "'Oficina ' || n || ' de ' || name",
    states: "array[state_abbr::text]",
    starts_at: AT,
    ends_at: `${AT} + interval '30 days'`,
    weight: "1 + n % 100",
    status: pick(["awaiting_payment", "awaiting_art", "in_review", "ended", "rejected", "stopped"]),
    updated_at: AT,
    created_at: AT,
  },
  service_requests: {
    kind: pick(SERVICE_REQUEST_KINDS),
    payload: "jsonb_build_object('name', 'Lugar ' || n, 'description', repeat('texto ', 40))",
    requester_name: "'Ana'",
    requester_email: "'ana' || n || '@example.org'",
    state_abbr: "state_abbr",
    status: pick(SERVICE_REQUEST_STATUSES),
    created_at: AT,
    updated_at: AT,
  },
  takedown_requests: {
    url: "'/sc/' || n",
    claimant_name: "'Rui'",
    email: "'rui' || n || '@example.org'",
    reason: "'motivo'",
    status: pick(CLAIM_STATUSES),
    created_at: AT,
    updated_at: AT,
  },
  reports: {
    subject_type: "'page'",
    subject_id: "n::text",
    reason: pick(["wrong", "closed", "other"]),
    status: pick(COMPLAINT_STATUSES),
    created_at: AT,
    updated_at: AT,
  },
  app_reviews: {
    rating: "1 + n % 5",
    nps: "n % 11",
    text: "'Gostei do guia'",
    publish_ok: "true",
    status: pick(REVIEW_STATUSES),
    created_at: AT,
    updated_at: AT,
  },
  ad_leads: {
    company: "'Oficina ' || n",
    contact_name: "'Rui'",
    email: "'rui' || n || '@example.org'",
    state_abbr: "state_abbr",
    status: pick(["received", "won"]),
    created_at: AT,
    updated_at: AT,
  },
  notification_campaigns: {
    title: "'Aviso ' || n",
    body: "'Texto'",
    status: pick(["draft", "cancelled"]),
    created_at: AT,
    updated_at: AT,
  },
  access_logs: {
    event: pick(["sign_in", "sign_in_failed", "sign_out", "sign_up"]),
    address_hash: "md5((n % 2000)::text)",
    device: "'Firefox'",
    created_at: AT,
  },
  error_reports: { message: "'Erro ' || n", path: "'/sc/' || n", created_at: AT, last_seen_at: AT },
  health_checks: {
    name: pick(["database", "storage", "mail"]),
    status: pick(["ok", "ok", "down"]),
    latency_ms: "n % 50",
    created_at: AT,
  },
  payments: {
    subject_type: "'sale'",
    subject_id: ID,
    method: pick(["card", "pix"]),
    amount_cents: "1000 + n",
    provider: pick(["stripe", "pix"]),
    status: pick(["paid", "review", "expired", "pending"]),
    paid_at: AT,
    created_at: AT,
    updated_at: AT,
  },
  payment_webhook_events: {
    provider: "'stripe'",
    event_id: "'evt_' || n",
    type: "'checkout.session.completed'",
    outcome: pick(["paid", "ignored", "unknown"]),
    created_at: AT,
  },
  commissions: {
    sale_id: ID,
    seller_id: "(select id from public.sellers limit 1)",
    amount_cents: "100 + n",
    status: pick(["pending", "paid"]),
    created_at: AT,
    updated_at: AT,
  },
  sales: {
    id: ID,
    seller_id: "(select id from public.sellers limit 1)",
    plan_id: "(select id from public.publication_plans limit 1)",
    client_company_name: "'Oficina ' || n || ' de ' || name",
    client_contact_name: "'Rui'",
    client_email: "'rui' || n || '@example.org'",
    client_phone: "'+55 49 90000-0000'",
    start_date: "current_date",
    end_date: "current_date + 30",
    payment_status: pick(["pending", "paid"]),
    payment_id: ID,
    paid_at: AT,
    seller_signature_url: "'s/' || n",
    client_signature_url: "'c/' || n",
    plan_name: "'Banner'",
    plan_type: "'ad_banner'",
    price_cents: "10000 + n",
    duration_days: "30",
    commission_percentage: "10",
    terms_version: "(select version from public.sale_terms limit 1)",
    contract_sha256: `${HEX} || ${HEX}`,
    client_request_id: ID,
    created_at: AT,
    updated_at: AT,
  },
  audit_log: {
    action: "'update'",
    entity: pick(["services", "regions", "profiles", "blog_posts"]),
    entity_id: `(md5((n % 5000)::text)::uuid)::text`,
    before: "jsonb_build_object('name', 'Antes ' || n)",
    after: "jsonb_build_object('name', 'Depois ' || n)",
    created_at: AT,
  },
};

/** Generated towns with IBGE codes that no state uses. */
const TOWNS = {
  ibge_code: "6000000 + n",
  name: "'Vila ' || n || ' ' || name",
  slug: "'vila-' || n",
  state_abbr: "state_abbr",
  lat: "lat",
  lng: "lng",
  is_published: "n % 2 = 0",
  updated_at: AT,
};

/** Creates the duplicate pairs that the disabled triggers would have created. */
async function findGenerated(sql: Sql): Promise<void> {
  await sql`delete from records.duplicate_pairs`;
  await sql`select private.pair_duplicates(entity, null) from records.duplicate_sources`;
}

/** Fills the panel's tables up to `rows` rows each, including accounts and towns. */
export async function growAdminTo(sql: Sql, rows: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`create temporary table place on commit drop as
      select row_number() over () - 1 as number, ibge_code, name, state_abbr, lat, lng from public.cities where ibge_code not between 6000000 and 6999999`;
    await tx`create index on place (number)`;
    for (const [table, values] of Object.entries({ ...ROWS, cities: TOWNS })) {
      const [have] = await tx.unsafe<{ count: number }[]>(`select count(*)::int as count from public.${table}`);
      await tx.unsafe(
        `insert into public.${table} (${Object.keys(values).join(", ")}) select ${Object.values(values).join(", ")}
        from generate_series(${have!.count + 1}, ${rows}) as n join place on place.number = n % (select count(*) from place)`,
      );
    }
    await tx`insert into auth.users (id, email, created_at, updated_at, raw_user_meta_data)
      select md5('account-' || n)::uuid, 'viajante' || n || '@example.org', now() - n * interval '5 minutes', now(), '{}'
      from generate_series((select count(*) + 1 from auth.users), ${rows}::int) as n`;
    await tx`insert into public.profiles (id, username, full_name, role, blocked_at, created_at)
      select users.id, 'viajante ' || split_part(users.email, '@', 1), 'Ana ' || users.email, 'user', case when users.email like '%7@%' then now() end, users.created_at
      from auth.users as users where not exists (select from public.profiles where profiles.id = users.id)`;
    // With equal timestamps, the newest-first order would have to sort the whole table.
    for (const table of ["regions", "services", "photo_points", "clubs", "blog_posts"]) {
      await tx.unsafe(
        `update public.${table} as row set updated_at = now() - place.n * interval '5 minutes' from (select id, row_number() over () as n from public.${table}) as place where place.id = row.id`,
      );
    }
  });
  await findGenerated(sql);
  await sql`vacuum analyze`;
}
