import { callsOf } from "../../lib/panel/repairs/schema";
import { EVENT_CODE, EVENT_SLUG, EVENT_TOKEN } from "./event-names";
import { id } from "./event-rows";
import { LARGE_PLACE } from "./voucher-rows";

/** Arguments of a call as SQL, or `null` for a function that a page only sends a form to; a test checks its access. */
export type Calls = Record<string, string | readonly string[] | null>;

const EVENT = `(select id from public.events where slug = '${EVENT_SLUG}')`;
const SAMPLE_VEHICLE = id("vehicle", "1");
const VOUCHERS = `array(select voucher.id from public.vouchers as voucher where status = 'active' limit 200)`;
const UNKNOWN = "'unknown-token-of-the-measurement'";

/** Every function of schema public that anon may execute, with arguments that read as many rows as a page does. */
export const ANON_CALLS: Calls = {
  app_rating: "",
  count_services: "'SC'",
  event_places: EVENT,
  event_public_keys: "",
  event_vehicles: EVENT,
  is_live_checkin_device: UNKNOWN,
  is_live_voucher_device: UNKNOWN,
  look_up_voucher: `'${LARGE_PLACE}', null, 'ABCD2345', ${UNKNOWN}`,
  passport_share_state: UNKNOWN,
  placement_audience: "",
  posts_tagged: ["'gerado-1'", "'gerado-1', 260, 13"],
  published_app_reviews: "20",
  read_ad_report: UNKNOWN,
  read_approval: UNKNOWN,
  read_attendance: `'${EVENT_TOKEN}'`,
  read_badge: `'${EVENT_TOKEN}'`,
  read_event_follow: "gen_random_uuid()",
  read_gate: `${EVENT}, ${UNKNOWN}`,
  read_payment_page: UNKNOWN,
  read_publish_link: UNKNOWN,
  read_registration: `'${EVENT_TOKEN}'`,
  read_registration_contract: UNKNOWN,
  read_registration_draft: UNKNOWN,
  read_sale_link: UNKNOWN,
  read_trip_share: UNKNOWN,
  read_vehicle_invitation: UNKNOWN,
  read_vehicle_offer: UNKNOWN,
  read_voucher_desk: `'${LARGE_PLACE}', ${UNKNOWN}`,
  read_voucher_download: id("download", "101"),
  read_voucher_report: UNKNOWN,
  registration_forms: EVENT,
  registration_questions: id("type", "1"),
  request_status: `'${EVENT_CODE}'`,
  running_ads: "",
  sale_link_state: UNKNOWN,
  search_portal: [
    "'serra do rio do rastro'",
    "'rota', 'SC'",
    "'lugr gerado'",
    "'lugar', null, array['service']",
    "'vista artigo clube', null, null, 50",
  ],
  shared_passport: UNKNOWN,
  sponsored_places: "'SC'",
  takes_messages: `'${LARGE_PLACE}'`,
  trip_share_state: UNKNOWN,
  verify_contract: "repeat('a', 64)",
  verify_registration_contract: "repeat('a', 64)",
  vote_candidate: SAMPLE_VEHICLE,
  vote_result: EVENT,
  voucher_report_state: UNKNOWN,
  voucher_stock: VOUCHERS,
  accept_offer: null,
  add_walk_in: null,
  answer_attendance: null,
  cancel_own_registration: null,
  confirm_registration: null,
  count_sale_visit: null,
  decide_approval: null,
  leave_order: null,
  download_voucher: null,
  edit_own_registration: null,
  note_opened_link: null,
  open_payment: null,
  price_walk_in: null,
  record_checkins: null,
  record_redemptions: null,
  refuse_messages: null,
  submit_ad_lead: null,
  submit_app_review: null,
  submit_registration: null,
  submit_report: null,
  submit_service_request: null,
  submit_takedown_request: null,
  submit_trip_panel_request: null,
  transfer_registration: null,
  undo_checkin: null,
};

/** Two generated accounts (`growAdminTo`). */
const ACCOUNT = "md5('account-50600')::uuid";
const [GONE, GONE_EMAIL, KEPT_EMAIL] = [
  "md5('account-50500')::uuid",
  "viajante50500@example.org",
  "viajante50600@example.org",
];

/** Functions that read or write many rows for an account; a superadministrador calls them. */
export const ACCOUNT_CALLS: Calls = {
  page_view_report: [
    "current_date - 364, current_date",
    "current_date - 364, current_date, 'SC'",
    "current_date - 29, current_date",
  ],
  search_portal: "'serra do rio do rastro'",
  preview_search: "'lugar gerado', '{}'",
  inbox_counts: "",
  list_accounts: "",
  count_duplicates: "'services', 300",
  list_duplicates: "'services', 300, null, false",
  export_account: ACCOUNT,
  merge_accounts: [`${GONE}, '${KEPT_EMAIL}'`, `${GONE}, '${KEPT_EMAIL}', '${GONE_EMAIL}', 'measurement', false`],
  delete_account: `${GONE}, '${GONE_EMAIL}'`,
  payout_totals: "",
  state_completeness: "",
  staff_names: "",
  count_audience: "'all', null, null, null",
  ad_totals: "array(select ad.id from public.ads as ad limit 500)",
  event_synergy: "100, 7, null",
  own_payments: "",
  own_requests: "",
  preview_repair: [
    ...callsOf("search_index").map((call) => `'${call}'`),
    "'expired_trash'",
    "'redirects'",
    "'old_records'",
    "'orphan_files'",
    "'broken_images'",
    "'counters'",
    "'expired_tokens'",
  ],
  run_repair: [
    ...callsOf("search_index").map((call) => `'${call}'`),
    "'expired_trash'",
    "'redirects'",
    "'old_records'",
    "'broken_images'",
    "'counters'",
    "'expired_tokens'",
  ],
};
