/**
 * Routes of the specification that still show the shared page 'em preparação' (`app/[locale]/[...path]`). Remove an
 * entry when its page is built, and this file with the last entry.
 */
export const PENDING_ROUTES: readonly string[] = [
  "/voucher/redeem/:downloadId",
  "/admin/voucher-checkin",
];
