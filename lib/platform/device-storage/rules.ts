// Cookies that client scripts read or delete.
export { COOKIE_SECONDS, FLASH_COOKIE, HINT_COOKIE, SCAN_COOKIE } from "../auth/cookies";

// Keys of localStorage.
export const THEME_KEY = "theme";
export const GPS_KEY = "gpsPermissionState";
export const LAST_STATE_KEY = "lastState";
export const CHECKLIST_KEY = "lacambeche-checklist";
export const SEARCHES_KEY = "recentSearches";
export const READING_KEY = "lacambeche-revista";
export const VOLUME_KEY = "radioVolume";
export const PAYMENT_LINKS_KEY = "payment-links";
export const SELLER_DRAFT_KEY = "seller-application";
export const SALE_DRAFT_PREFIX = "sale-draft:";
export const SALE_DRAFT_DAYS = 7;
/** Drafts of the forms of the panel, by account; deleted at sign-out. */
export const RECORD_DRAFT_PREFIX = "lacambeche-draft:";
export const RECORD_DRAFT_DAYS = 30;
export const ADS_FOLLOWED_KEY = "adsFollowed";
export const PLACE_DRAFT_PREFIX = "lacambeche-cadastro-";
export const REGISTRATION_DRAFT_PREFIX = "registration-draft:";
export const EVENT_DRAFT_PREFIX = "event-draft:";
export const TRIP_DRAFT_PREFIX = "trip-draft:";
export const VOUCHER_DRAFT_PREFIX = "voucher-draft:";
/** What was typed into a form of a public page. */
export const DRAFT_PREFIXES = [
  SELLER_DRAFT_KEY,
  PLACE_DRAFT_PREFIX,
  REGISTRATION_DRAFT_PREFIX,
  EVENT_DRAFT_PREFIX,
  VOUCHER_DRAFT_PREFIX,
];
/** The last answer of a convoy, and the token of a guest; deleted at sign-out. */
export const CONVOY_PREFIX = "convoy:";
export const FAVOURITES_KEY = "favourites";
/** Vouchers of the account with their QR codes; deleted at sign-out. */
export const OWN_VOUCHERS_KEY = "ownVouchers";
/** Vouchers that were downloaded without an account. */
export const GUEST_VOUCHERS_KEY = "guestVouchers";

/** Token of the enrolled device, so that it redeems on the page of a voucher too. */
export const VOUCHER_DEVICE_KEY = "voucher-device";

// Keys of sessionStorage, which is cleared when the tab is closed.
export const SPLASH_KEY = "splash";
export const RELOADED_KEY = "reloaded";
export const GPS_ASKED_KEY = "gpsAsked";
export const RADIO_KEY = "radio";
export const ADS_SEEN_KEY = "adsSeen";
export const SALE_TAB_KEY = "sale-draft";
export const EVENT_LINK_KEY = "eventLink";
/** Page of the registration that was made in this tab, per kind. */
export const REGISTRATION_MADE_PREFIX = "registration-made:";

/** Data removed from the device at sign-out: data of other people, unsent forms, and the favourites and vouchers of the account. Entries that end in `:` or `-` are prefixes. */
export const REMOVED_AT_SIGN_OUT = [
  SALE_DRAFT_PREFIX,
  SELLER_DRAFT_KEY,
  PLACE_DRAFT_PREFIX,
  REGISTRATION_DRAFT_PREFIX,
  REGISTRATION_MADE_PREFIX,
  EVENT_DRAFT_PREFIX,
  RECORD_DRAFT_PREFIX,
  TRIP_DRAFT_PREFIX,
  VOUCHER_DRAFT_PREFIX,
  CONVOY_PREFIX,
  FAVOURITES_KEY,
  OWN_VOUCHERS_KEY,
] as const;

// Caches of the service worker for offline reading.
export const PAGES_CACHE = "visited-pages";
export const BUILD_CACHE = "build-files";
export const PICTURES_CACHE = "pictures";
export const OFFLINE_CACHE = "offline-page-files";
export const PACK_CACHE_PREFIX = "offline-pack:";
export const GATE_CACHE = "gate-pages";
/** Pages of saved trips, and the account that they belong to. */
export const TRIPS_CACHE = "trip-pages";
/** Pages of downloaded vouchers; deleted at sign-out. */
export const VOUCHERS_CACHE = "voucher-pages";
/** Pages of the instruments, without data of the account; deleted at sign-out. */
export const DRIVING_CACHE = "driving-pages";
/** The tickets of an account with their QR codes, and the account; deleted at sign-out. */
export const TICKETS_CACHE = "ticket-pages";
/** Pages of convoys; deleted at sign-out. */
export const CONVOYS_CACHE = "convoy-pages";
/** Pages of checklists of cars; deleted at sign-out. */
export const CHECKLISTS_CACHE = "checklist-pages";
/** Data of the page of a breakdown. */
export const BREAKDOWN_CACHE = "breakdown";
/** The page that adds entries to the log of a car, without data of the account; deleted at sign-out. */
export const LOG_CACHE = "log-pages";
/** The garage and the logs of its cars, to read; deleted at sign-out. */
export const HISTORY_CACHE = "log-history-pages";
/** Caches of the service worker with pages of the account. */
export const CACHES_REMOVED_AT_SIGN_OUT = [
  TRIPS_CACHE,
  VOUCHERS_CACHE,
  TICKETS_CACHE,
  DRIVING_CACHE,
  CHECKLISTS_CACHE,
  LOG_CACHE,
  CONVOYS_CACHE,
  HISTORY_CACHE,
] as const;
/** Days after the last use until an entry is deleted. */
export const CACHE_DAYS = {
  pages: 90,
  build: 90,
  pictures: 60,
  gate: 30,
  trips: 90,
  vouchers: 90,
  // People register months before an event, and may not have a connection there.
  tickets: 180,
  driving: 60,
  checklists: 60,
  log: 90,
  history: 60,
  // Longer than the longest convoy.
  convoys: 8,
} as const;

/** Database of a gate: the encrypted list of an event, deleted after it, and readings that are not sent yet. */
export const GATE_DATABASE = "gate";
/** Database of a desk: the encrypted vouchers and used codes of a place, and redemptions that are not sent yet. */
export const DESK_DATABASE = "voucher-desk";
/** Databases of readings: at sign-out their lists are deleted, and readings stay until they are sent. */
export const READING_DATABASES = [GATE_DATABASE, DESK_DATABASE] as const;
/** Database of stamps that are not sent yet. */
export const PASSPORT_DATABASE = "passport";
/** Database of opened trips and of tracks that are not sent completely; deleted at sign-out. */
export const DRIVING_DATABASE = "driving";
/** Database of the book of a rally and of positions that are not sent yet; deleted at sign-out. */
export const RALLY_DATABASE = "rally";
/** Database of opened checklists of cars, with answers and photos that are not sent yet; deleted at sign-out. */
export const CHECKLISTS_DATABASE = "vehicle-checklists";
/** Database of the cars of an account and of entries of their log that are not sent yet; deleted at sign-out. */
export const LOG_DATABASE = "vehicle-log";
