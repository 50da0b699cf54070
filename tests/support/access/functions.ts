import type { TransactionSql } from "postgres";
import { ACCOUNTS, ACTORS, ADMINS_UP, EDITORS_UP, ID_OF, MAIN_ADMINS_UP } from "../../database/actors";
import { addAd } from "../../database/ad-rows";
import { makeSale } from "../../database/money";
import type { Line } from "./expected";

export type FunctionLine = Line & {
  /** Arguments as SQL; without it, every argument is null. `$row` is the id that `arrange` returns. */
  args?: string;
  /** Prepares rows as the owner; returns the id of the row for the call. */
  arrange?: (tx: TransactionSql) => Promise<string>;
  /** For functions that filter instead of refusing: no row with this condition in the result means refused. */
  rows?: string;
  /** For functions that do not distinguish a refusal from a missing row: the message or result for both. */
  refusal?: string;
};

const everyActor: FunctionLine = { can: ACTORS };
const accounts: FunctionLine = { can: ACCOUNTS };
const editors: FunctionLine = { can: EDITORS_UP };
const admins: FunctionLine = { can: ADMINS_UP };
const mainAdmins: FunctionLine = { can: MAIN_ADMINS_UP };

const USER = `'${ID_OF.user}'`;
const PLACES = ["00000000-0000-4000-8000-0000000000e1", "00000000-0000-4000-8000-0000000000e2"] as const;

/** Two similar published places. */
async function addTwins(tx: TransactionSql): Promise<string> {
  for (const [index, id] of PLACES.entries()) {
    await tx`
      insert into public.services (id, name, slug, state_abbr, city_ibge, category_key, status)
      values (${id}, 'Oficina da tabela de acesso', ${`oficina-da-tabela-${index}`}, 'SC', 4202404, 'museum', 'published')`;
  }
  return PLACES[0];
}

const verifyEverybody = async (tx: TransactionSql) => {
  await tx`update public.profiles set email_verified_at = now()`;
  return "";
};

async function addNotices(tx: TransactionSql): Promise<string> {
  await tx`insert into public.notifications (user_id, title, body) select id, 'Aviso', 'Texto' from public.profiles`;
  return "";
}

async function addErasures(tx: TransactionSql): Promise<string> {
  await tx`insert into public.account_erasures (user_id, due_at) select id, now() + interval '7 days' from public.profiles`;
  return "";
}

async function addPendingReview(tx: TransactionSql): Promise<string> {
  await tx`insert into public.app_reviews (rating, topic, text, status) values (5, 'other', 'Bom', 'pending')`;
  return "";
}

async function addSignature(tx: TransactionSql): Promise<string> {
  await tx`insert into storage.objects (bucket_id, name) values ('sales-assets', 'nobody/1_seller.png')`;
  return "";
}

async function addAdDay(tx: TransactionSql): Promise<string> {
  const { id } = await addAd(tx);
  await tx`insert into public.ad_daily_stats (ad_id, day, placement, impressions, clicks) select ${id}, current_date, key, 1, 0 from public.ad_placements limit 1`;
  return id;
}

async function addReport(tx: TransactionSql): Promise<string> {
  const id = await addTwins(tx);
  await tx`insert into public.reports (subject_type, subject_id, reason) values ('service', ${id}, 'wrong')`;
  return id;
}

const addAudit = (entity: string) => async (tx: TransactionSql) => {
  await tx`insert into public.audit_log (action, entity, entity_id, after) values ('update', ${entity}, ${ID_OF.user}, '{"name": "x"}')`;
  return ID_OF.user;
};

const addOwnSale = async (tx: TransactionSql) => (await makeSale(tx)).id;
const toll = `'{"name": "P", "road": "BR-101", "state_abbr": "SC", "status": "draft"}'::jsonb`;

/** All functions of schema `public` that API roles may execute. */
export const FUNCTIONS: Record<string, FunctionLine> = {
  // Public reads and forms.
  app_rating: everyActor,
  count_services: everyActor,
  decide_approval: everyActor,
  note_opened_link: everyActor,
  open_payment: everyActor,
  placement_audience: everyActor,
  posts_tagged: everyActor,
  published_app_reviews: everyActor,
  read_ad_report: everyActor,
  read_approval: everyActor,
  read_payment_page: everyActor,
  request_status: everyActor,
  running_ads: everyActor,
  search_portal: everyActor,
  submit_ad_lead: everyActor,
  submit_app_review: everyActor,
  submit_report: everyActor,
  submit_service_request: everyActor,
  submit_takedown_request: everyActor,
  submit_trip_panel_request: everyActor,
  verify_contract: everyActor,

  // The caller's own data.
  acknowledge_legal: accounts,
  apply_as_seller: { ...accounts, arrange: verifyEverybody, args: "'{}'" },
  cancel_account_erasure: { ...accounts, arrange: addErasures, rows: "answer" },
  cancel_sale: {
    can: ["vendedor", ...MAIN_ADMINS_UP],
    arrange: addOwnSale,
    args: "$row, 'x'",
    refusal: "sale_missing",
  },
  count_recovery_codes: { ...accounts, rows: "answer is not null" },
  count_unread: { ...accounts, arrange: addNotices, rows: "answer > 0" },
  issue_link: {
    can: ["vendedor", ...MAIN_ADMINS_UP],
    arrange: addOwnSale,
    args: "'payment', $row, 1, repeat('a', 64)",
  },
  create_sale: { can: ["vendedor"], arrange: addOwnSale, args: "'{}'" },
  current_account: { ...accounts, rows: "id is not null", canWhilePending: ACCOUNTS },
  end_own_session: { ...accounts, args: "(select id from public.list_own_sessions() limit 1)", refusal: "f" },
  has_recent_proof: { ...accounts, rows: "answer" },
  list_own_sessions: { ...accounts, rows: "true" },
  session_proves_mail: { ...accounts, rows: "answer is not null" },
  new_legal_versions: { ...accounts, rows: "true" },
  own_proof_method: { ...accounts, rows: "answer is not null" },
  request_account_erasure: accounts,
  save_device: accounts,
  set_own_pix_key: { can: ["vendedor"], arrange: addOwnSale, args: "'', 'cpf'" },
  save_recovery_codes: accounts,
  // Only for a session whose second factor is pending.
  use_recovery_code: { can: [], canWhilePending: ACCOUNTS, args: "'x'" },

  set_task_status: { ...editors, args: "gen_random_uuid(), 'done'" },

  // Inbox.
  decide_ad: editors,
  decide_ad_lead: editors,
  decide_app_review: admins,
  decide_pix: mainAdmins,
  decide_report: admins,
  decide_seller: mainAdmins,
  decide_service_request: admins,
  decide_takedown_request: admins,
  decide_trip_panel_request: admins,
  answer_trip_panel_request: admins,
  inbox_counts: { ...admins, arrange: addPendingReview, rows: "kind = 'app_review' and waiting > 0" },
  reply_app_review: admins,

  // Records.
  ad_totals: { ...editors, arrange: addAdDay, args: "array[$row]", rows: "impressions > 0" },
  count_children: { ...admins, arrange: addReport, args: `'services', array[$row]`, rows: "true" },
  count_duplicates: { ...editors, arrange: addTwins, args: "'services', 300", rows: "total > 0" },
  judge_duplicate: { ...editors, args: `'services', '${PLACES[0]}', '${PLACES[1]}', true` },
  list_duplicates: { ...editors, arrange: addTwins, args: "'services', 300, null, false", rows: "true" },
  merge_records: { ...editors, arrange: addTwins, args: `'services', '${PLACES[0]}', '${PLACES[1]}'` },
  record_trail: { ...editors, arrange: addAudit("regions"), args: "'regions', $row::text, 10", rows: "true" },
  save_record: { ...mainAdmins, args: `'tolls', null, null, ${toll}` },
  save_records: {
    ...mainAdmins,
    args: `'tolls', jsonb_build_array(jsonb_build_object('id', null, 'changes', ${toll}))`,
    refusal: "42501",
  },
  staff_names: { ...editors, rows: "true" },
  state_completeness: editors,

  // Analytics, notices, search.
  count_audience: admins,
  count_devices: admins,
  page_view_report: admins,
  preview_search: { ...mainAdmins, arrange: addTwins, args: "'oficina da tabela de acesso', '{}'", rows: "true" },
  save_weights: { ...mainAdmins, args: "'search', '{}'" },
  send_campaign: admins,

  // Money and sellers.
  approve_commissions: mainAdmins,
  mark_refunded: mainAdmins,
  orphan_signatures: { ...mainAdmins, arrange: addSignature, args: "0", rows: "true" },
  pay_commissions: mainAdmins,
  payout_totals: mainAdmins,
  request_refund: { ...mainAdmins, args: "gen_random_uuid(), 'x', null" },
  set_seller_commission: mainAdmins,

  // Accounts and the system.
  access_history: { ...mainAdmins, arrange: addAudit("profiles"), args: "'profiles', null", rows: "true" },
  delete_account: { ...mainAdmins, args: `${USER}, 'user@actors.example.org'` },
  end_session: mainAdmins,
  end_sessions: { ...mainAdmins, args: USER },
  // Everybody may export their own account.
  export_account: { can: ["user", ...MAIN_ADMINS_UP], args: USER },
  install_cities: mainAdmins,
  job_overview: mainAdmins,
  list_accounts: { ...mainAdmins, rows: "true" },
  list_sessions: mainAdmins,
  merge_accounts: { ...mainAdmins, args: `${USER}, null, null, null, true` },
  preview_repair: mainAdmins,
  register_api_key: mainAdmins,
  reset_mfa: { ...mainAdmins, args: `${USER}, 'x'` },
  run_job_again: mainAdmins,
  run_repair: mainAdmins,
  second_factor_share: mainAdmins,
  set_account_blocked: { ...mainAdmins, args: `${USER}, true, 'x'` },
  set_account_role: { ...mainAdmins, args: `${USER}, 'vendedor', '{}', 'x'` },
};
