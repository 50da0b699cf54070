/** Rows that every table size measures: an event with 500 registrations and one of them, by its status code and its link. */
export const EVENT_SLUG = "evento-gerado-1";
/** The event with half of all registrations. */
export const LARGE_EVENT_SLUG = "evento-gerado-2";
export const EVENT_CODE = "ABCDEFGH";
export const EVENT_CONTACT = "inscrito1@example.org";
export const EVENT_TOKEN = "m".repeat(43);
