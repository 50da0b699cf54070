import {
  COOKIE_SECONDS,
  DEVICE_COOKIE,
  FLASH_COOKIE,
  HINT_COOKIE,
  SCAN_COOKIE,
  SESSION_COOKIE_NAME,
  SIGN_UP_COOKIE,
} from "../auth/cookies";
import { LANGUAGE_COOKIE } from "../i18n/routing";
import * as key from "./rules";

const DAY = 86_400;

/** Names that Serwist uses for its own cache and database. */
const PRECACHE_PREFIX = "serwist-precache";
const EXPIRATION_DATABASE = "serwist-expiration";

type StoragePlace = "cookie" | "local" | "session" | "cache" | "database";
/** `prefix`: an id follows in the key. `seconds`: lifetime; `tab` until the tab is closed, `kept` until the user deletes it. */
export type StoredItem = {
  id: string;
  place: StoragePlace;
  name: string;
  prefix?: true;
  seconds: number | "tab" | "kept";
};

/**
 * Everything the portal stores on a device. The privacy page shows this list, and tests compare it with the code and
 * with a browser.
 */
export const DEVICE_STORAGE = [
  { id: "session", place: "cookie", name: SESSION_COOKIE_NAME, prefix: true, seconds: COOKIE_SECONDS.session },
  { id: "hint", place: "cookie", name: HINT_COOKIE, seconds: COOKIE_SECONDS.hint },
  { id: "language", place: "cookie", name: LANGUAGE_COOKIE, seconds: COOKIE_SECONDS.language },
  { id: "device", place: "cookie", name: DEVICE_COOKIE, seconds: COOKIE_SECONDS.device },
  { id: "signUp", place: "cookie", name: SIGN_UP_COOKIE, seconds: COOKIE_SECONDS.signUp },
  { id: "flash", place: "cookie", name: FLASH_COOKIE, seconds: COOKIE_SECONDS.flash },
  { id: "scan", place: "cookie", name: SCAN_COOKIE, seconds: COOKIE_SECONDS.scan },
  { id: "theme", place: "local", name: key.THEME_KEY, seconds: "kept" },
  { id: "languageChoice", place: "local", name: LANGUAGE_COOKIE, seconds: "kept" },
  { id: "gps", place: "local", name: key.GPS_KEY, seconds: "kept" },
  { id: "lastState", place: "local", name: key.LAST_STATE_KEY, seconds: "kept" },
  { id: "checklist", place: "local", name: key.CHECKLIST_KEY, seconds: "kept" },
  { id: "searches", place: "local", name: key.SEARCHES_KEY, seconds: "kept" },
  { id: "reading", place: "local", name: key.READING_KEY, seconds: "kept" },
  { id: "volume", place: "local", name: key.VOLUME_KEY, seconds: "kept" },
  { id: "paymentLinks", place: "local", name: key.PAYMENT_LINKS_KEY, seconds: "kept" },
  { id: "adsFollowed", place: "local", name: key.ADS_FOLLOWED_KEY, seconds: "kept" },
  { id: "placeDraft", place: "local", name: key.PLACE_DRAFT_PREFIX, prefix: true, seconds: "kept" },
  { id: "registrationDraft", place: "local", name: key.REGISTRATION_DRAFT_PREFIX, prefix: true, seconds: "kept" },
  { id: "eventDraft", place: "local", name: key.EVENT_DRAFT_PREFIX, prefix: true, seconds: "kept" },
  { id: "tripDraft", place: "local", name: key.TRIP_DRAFT_PREFIX, prefix: true, seconds: "kept" },
  { id: "voucherDraft", place: "local", name: key.VOUCHER_DRAFT_PREFIX, prefix: true, seconds: "kept" },
  { id: "convoy", place: "local", name: key.CONVOY_PREFIX, prefix: true, seconds: "kept" },
  { id: "favourites", place: "local", name: key.FAVOURITES_KEY, seconds: "kept" },
  { id: "ownVouchers", place: "local", name: key.OWN_VOUCHERS_KEY, seconds: "kept" },
  { id: "guestVouchers", place: "local", name: key.GUEST_VOUCHERS_KEY, seconds: "kept" },
  { id: "sellerDraft", place: "local", name: key.SELLER_DRAFT_KEY, seconds: "kept" },
  { id: "saleDraft", place: "local", name: key.SALE_DRAFT_PREFIX, prefix: true, seconds: key.SALE_DRAFT_DAYS * DAY },
  {
    id: "recordDraft",
    place: "local",
    name: key.RECORD_DRAFT_PREFIX,
    prefix: true,
    seconds: key.RECORD_DRAFT_DAYS * DAY,
  },
  { id: "voucherDevice", place: "local", name: key.VOUCHER_DEVICE_KEY, seconds: "kept" },
  { id: "splash", place: "session", name: key.SPLASH_KEY, seconds: "tab" },
  { id: "reloaded", place: "session", name: key.RELOADED_KEY, seconds: "tab" },
  { id: "gpsAsked", place: "session", name: key.GPS_ASKED_KEY, seconds: "tab" },
  { id: "radio", place: "session", name: key.RADIO_KEY, seconds: "tab" },
  { id: "adsSeen", place: "session", name: key.ADS_SEEN_KEY, seconds: "tab" },
  { id: "eventLink", place: "session", name: key.EVENT_LINK_KEY, seconds: "tab" },
  { id: "registrationMade", place: "session", name: key.REGISTRATION_MADE_PREFIX, prefix: true, seconds: "tab" },
  { id: "saleTab", place: "session", name: key.SALE_TAB_KEY, seconds: "tab" },
  { id: "pagesCache", place: "cache", name: key.PAGES_CACHE, seconds: key.CACHE_DAYS.pages * DAY },
  { id: "buildCache", place: "cache", name: key.BUILD_CACHE, seconds: key.CACHE_DAYS.build * DAY },
  { id: "picturesCache", place: "cache", name: key.PICTURES_CACHE, seconds: key.CACHE_DAYS.pictures * DAY },
  { id: "offlineCache", place: "cache", name: key.OFFLINE_CACHE, seconds: "kept" },
  { id: "packCache", place: "cache", name: key.PACK_CACHE_PREFIX, prefix: true, seconds: "kept" },
  { id: "gateCache", place: "cache", name: key.GATE_CACHE, seconds: key.CACHE_DAYS.gate * DAY },
  { id: "tripsCache", place: "cache", name: key.TRIPS_CACHE, seconds: key.CACHE_DAYS.trips * DAY },
  { id: "vouchersCache", place: "cache", name: key.VOUCHERS_CACHE, seconds: key.CACHE_DAYS.vouchers * DAY },
  { id: "ticketsCache", place: "cache", name: key.TICKETS_CACHE, seconds: key.CACHE_DAYS.tickets * DAY },
  { id: "drivingCache", place: "cache", name: key.DRIVING_CACHE, seconds: key.CACHE_DAYS.driving * DAY },
  { id: "checklistsCache", place: "cache", name: key.CHECKLISTS_CACHE, seconds: key.CACHE_DAYS.checklists * DAY },
  { id: "logCache", place: "cache", name: key.LOG_CACHE, seconds: key.CACHE_DAYS.log * DAY },
  { id: "convoysCache", place: "cache", name: key.CONVOYS_CACHE, seconds: key.CACHE_DAYS.convoys * DAY },
  { id: "historyCache", place: "cache", name: key.HISTORY_CACHE, seconds: key.CACHE_DAYS.history * DAY },
  { id: "breakdownCache", place: "cache", name: key.BREAKDOWN_CACHE, seconds: "kept" },
  { id: "precache", place: "cache", name: PRECACHE_PREFIX, prefix: true, seconds: "kept" },
  { id: "gate", place: "database", name: key.GATE_DATABASE, seconds: "kept" },
  { id: "voucherDesk", place: "database", name: key.DESK_DATABASE, seconds: "kept" },
  { id: "passport", place: "database", name: key.PASSPORT_DATABASE, seconds: "kept" },
  { id: "driving", place: "database", name: key.DRIVING_DATABASE, seconds: "kept" },
  { id: "rally", place: "database", name: key.RALLY_DATABASE, seconds: "kept" },
  { id: "checklists", place: "database", name: key.CHECKLISTS_DATABASE, seconds: "kept" },
  { id: "vehicleLog", place: "database", name: key.LOG_DATABASE, seconds: "kept" },
  { id: "expiration", place: "database", name: EXPIRATION_DATABASE, seconds: "kept" },
] as const satisfies readonly StoredItem[];
